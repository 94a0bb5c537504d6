#compdef nanori
_nanori_completion() {
    local -a found
    found=("${(@f)$(COMP_WORDS="${words[*]}" COMP_CWORD=$((CURRENT - 1)) \
        _NANORI_COMPLETE=complete_zsh nanori)}")
    if [[ -n "$found" ]]; then _describe nanori found; else _files; fi
}
compdef _nanori_completion nanori
