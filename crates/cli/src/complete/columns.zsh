
# The columns of `gush rows` are completed by gush itself. No space follows what goes on.
_gush_columns() {
    local -a found
    found=("${(@f)$(gush rows --complete-column="$PREFIX" 2>/dev/null)}")
    compadd -S '' -- ${(M)found:#*[=:/]}
    compadd -- ${found:#*[=:/]}
}

