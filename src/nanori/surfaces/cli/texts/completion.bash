_nanori_completion() {
    local IFS=$'\n'
    COMPREPLY=($(COMP_WORDS="${COMP_WORDS[*]}" COMP_CWORD=$COMP_CWORD \
        _NANORI_COMPLETE=complete_bash "$1"))
}
complete -o bashdefault -o default -F _nanori_completion nanori
