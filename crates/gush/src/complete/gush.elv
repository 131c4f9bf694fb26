# Completion of gush for Elvish. gush itself finds what a word can become.
use str

set edit:completion:arg-completer[gush] = {|@words|
  var ask = [rows --complete-line=$words[-1] -- (all $words[1..-1])]
  try { e:gush $@ask 2>/dev/null } catch { nop } | from-lines | each {|line|
    var offer about = (str:split &max=2 "\t" $line"\t")
    # No space follows what goes on.
    var end = (if (or (str:has-suffix $offer '=') (str:has-suffix $offer ':') (str:has-suffix $offer '/')) { put '' } else { put ' ' })
    var display = (if (eq $about '') { put $offer } else { put $offer'  '(str:trim-space $about) })
    edit:complex-candidate $offer &code-suffix=$end &display=$display
  }
}
