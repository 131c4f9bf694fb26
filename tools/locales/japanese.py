"""The reading of Japanese names: Hepburn's letters for the syllables of a dictionary's readings."""

import sudachipy as sudachi

from lists import HERE

japanese = sudachi.Dictionary(dict="core").create()
readings = dict(line.rstrip("\n").split("\t") for line in open(HERE / "japanese-readings.tsv", encoding="utf-8"))

KANA = {}
for row, syllables in {
    "": "ア a イ i ウ u エ e オ o", "k": "カ ka キ ki ク ku ケ ke コ ko", "s": "サ sa シ shi ス su セ se ソ so",
    "t": "タ ta チ chi ツ tsu テ te ト to", "n": "ナ na ニ ni ヌ nu ネ ne ノ no", "h": "ハ ha ヒ hi フ fu ヘ he ホ ho",
    "m": "マ ma ミ mi ム mu メ me モ mo", "y": "ヤ ya ユ yu ヨ yo", "r": "ラ ra リ ri ル ru レ re ロ ro", "w": "ワ wa ン n",
    "g": "ガ ga ギ gi グ gu ゲ ge ゴ go", "z": "ザ za ジ ji ズ zu ゼ ze ゾ zo", "d": "ダ da ヂ ji ヅ zu デ de ド do",
    "b": "バ ba ビ bi ブ bu ベ be ボ bo", "p": "パ pa ピ pi プ pu ペ pe ポ po",
}.items():
    words = syllables.split()
    KANA.update(zip(words[::2], words[1::2]))


def romaji(kana):
    """Long vowels are written short, as in addresses."""
    out = ""
    for at, c in enumerate(kana):
        if c in "ャュョ":
            glide = {"ャ": "a", "ュ": "u", "ョ": "o"}[c]
            out = out[:-1] + ("" if KANA.get(kana[at - 1]) in ("shi", "chi", "ji") else "y") + glide
        elif c == "ッ":
            following = KANA.get(kana[at + 1:at + 2], "")
            out += "t" if following.startswith("ch") else following[:1]
        elif c == "ー":
            continue
        elif c in KANA:
            out += KANA[c]
        else:
            return None
    return out.replace("ou", "o").replace("oo", "o").replace("uu", "u")


def reading_of(word):
    """How a Japanese name is read, where a dictionary knows it as one."""
    parts = list(japanese.tokenize(word, sudachi.SplitMode.C))
    if len(parts) != 1 or parts[0].part_of_speech()[2] != "人名":
        return None
    return romaji(parts[0].reading_form())
