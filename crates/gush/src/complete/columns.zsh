
# The columns of `gush rows` are completed by gush itself. No space follows what goes on.
_gush_columns() {
    local -a columns
    columns=("${(@f)$(gush rows --complete-column="$PREFIX" 2>/dev/null)}")
    compadd -S '' -- ${(M)columns:#*[=:/]}
    compadd -- ${columns:#*[=:/]}
}

