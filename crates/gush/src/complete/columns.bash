
# The columns of `gush rows` are completed by gush itself: to bash a word with = : @ in it is several.
_gush_columns() {
    local line="${COMP_LINE:0:COMP_POINT}" word before cut open=
    # A quote that is still open belongs to no word, and what follows it is one, with its blanks.
    if [[ "$line" =~ [[:space:]]\'([^\']*)$ || "$line" =~ [[:space:]]\"([^\"]*)$ ]]; then
        word="${BASH_REMATCH[1]}"
        before="${line%?"$word"}"
        open=yes
    else
        word="${line##*[[:space:]]}"
        before="${line%"$word"}"
    fi
    local rows='^[[:space:]]*([^[:space:]]*/)?gush[[:space:]]+rows[[:space:]]'
    local valued='[[:space:]](OPTIONS)[[:space:]]+$'
    if [[ "$word" != -* && "$word" == *[=:@]* && "$before" =~ $rows && ! "$before" =~ $valued ]]; then
        local IFS=$'\n'
        COMPREPLY=($(gush rows --complete-column "$word" 2>/dev/null))
        # Only what follows the last place where bash cuts is put in; within quotes it cuts nowhere.
        if [[ -z "$open" ]]; then
            cut="${word%"${word##*["$COMP_WORDBREAKS"]}"}"
            COMPREPLY=("${COMPREPLY[@]#"$cut"}")
        fi
        if [[ ${#COMPREPLY[@]} -eq 1 && "${COMPREPLY[0]}" == *[=:/] ]] && type compopt >/dev/null 2>&1; then
            compopt -o nospace 2>/dev/null
        fi
        return 0
    fi
    _gush "$@"
}
complete -F _gush_columns -o bashdefault -o default gush
