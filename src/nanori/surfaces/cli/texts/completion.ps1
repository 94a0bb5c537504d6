Register-ArgumentCompleter -Native -CommandName nanori -ScriptBlock {
    param($word, $ast, $cursor)
    $Env:COMP_WORDS = $ast.ToString()
    $Env:COMP_CWORD = $ast.CommandElements.Count - [int]($word -ne "")
    $Env:_NANORI_COMPLETE = "complete_powershell"
    nanori | ForEach-Object {
        $value, $said = $_ -split "`t", 2
        New-Object System.Management.Automation.CompletionResult `
            $value, $value, "ParameterValue", $said
    }
    Remove-Item Env:COMP_WORDS, Env:COMP_CWORD, Env:_NANORI_COMPLETE
}
