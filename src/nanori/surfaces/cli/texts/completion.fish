function _nanori_completion
    set -lx COMP_WORDS (commandline -opc) (commandline -ct)
    set -lx COMP_CWORD (count (commandline -opc))
    set -lx _NANORI_COMPLETE complete_fish
    nanori
end
complete --command nanori --arguments "(_nanori_completion)"
