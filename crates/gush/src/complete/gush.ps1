# Completion of gush for PowerShell. gush itself finds what a word can become.
Register-ArgumentCompleter -Native -CommandName gush -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)
    $quotes = [char[]]@(34, 39)
    $before = @($commandAst.CommandElements | Select-Object -Skip 1 |
        Where-Object { $_.Extent.EndOffset -lt $cursorPosition } |
        ForEach-Object { $_.Extent.Text.Trim($quotes) })
    $word = "$wordToComplete".Trim($quotes)
    & gush rows "--complete-line=$word" '--' @before 2>$null | ForEach-Object {
        $offer, $about = $_ -split "`t", 2
        if (-not $about) { $about = $offer }
        # What PowerShell would not take as one word is quoted.
        $typed = $offer
        if ($offer -match '[^\w./:=@+-]') { $typed = "'" + $offer.Replace("'", "''") + "'" }
        [System.Management.Automation.CompletionResult]::new($typed, $offer, 'ParameterValue', $about)
    }
}
