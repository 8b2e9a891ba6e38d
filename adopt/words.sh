# shellcheck shell=sh disable=SC2034,SC2154
# To be sourced. Handles lists of words in one variable, each word quoted for eval.

# quote_word WORD: sets quoted to the quoted word.
quote_word() {
    quoted=
    quote_rest=$1
    while :; do
        case $quote_rest in
        *\'*) quoted="$quoted${quote_rest%%\'*}'\\''" quote_rest=${quote_rest#*\'} ;;
        *) break ;;
        esac
    done
    quoted="'$quoted$quote_rest'"
}

# split_words TEXT: sets words to the words of a text, split and unquoted as a shell does it. Expands nothing: no patterns, no
# variables, no commands. Returns 1 if a quote isn't closed.
split_words() {
    words=
    split_rest=$1
    split_word=
    split_begun=
    split_quote=
    split_newline='
'
    while [ -n "$split_rest" ]; do
        split_next=${split_rest#?}
        split_char=${split_rest%"$split_next"}
        split_rest=$split_next
        case $split_quote$split_char in
        \' | \" | \'\' | \"\")
            # opens or closes a quote
            split_begun=1
            if [ -n "$split_quote" ]; then split_quote=; else split_quote=$split_char; fi
            ;;
        \\ | \"\\)
            split_next=${split_rest#?}
            split_char=${split_rest%"$split_next"}
            split_rest=$split_next
            split_begun=1
            case $split_quote$split_char in
            "$split_newline" | \""$split_newline") ;; # a continued line
            \"[\"\\\$\`]) split_word=$split_word$split_char ;;
            \"*) split_word=$split_word\\$split_char ;;
            *) split_word=$split_word$split_char ;;
            esac
            ;;
        [[:space:]])
            [ -z "$split_begun" ] || { quote_word "$split_word" && words="$words $quoted"; }
            split_word=
            split_begun=
            ;;
        *)
            split_begun=1
            split_word=$split_word$split_char
            ;;
        esac
    done
    [ -z "$split_begun" ] || { quote_word "$split_word" && words="$words $quoted"; }
    [ -z "$split_quote" ]
}

# options_of COMMAND: prints the options of a vrmlint command, one per line, with "=" after those that have a value.
options_of() {
    "$vrmlint" "$1" --help --lang en | sed -n 's/^  \(--[a-z-]*\) [^ ].*/\1=/p; t
s/^  \(--[a-z-]*\)\( .*\)*$/\1/p'
}

# choose_options COMMAND OPTION...: sets words to those options of vrmlint check that another command has too, except for
# --format, whose values differ. Arguments that aren't options are kept.
choose_options() {
    choose_check=$(options_of check)
    choose_other=$(options_of "$1")
    shift
    words=
    while [ $# -gt 0 ]; do
        choose_name=${1%%=*}
        choose_count=1
        case $1 in
        --*=*) ;;
        --*) ! printf '%s\n' "$choose_check" | grep -qxF -e "$1=" || choose_count=2 ;;
        esac
        case $choose_name in
        --format) choose=no ;;
        --?*)
            if printf '%s\n' "$choose_other" | grep -qxF -e "$choose_name=" -e "$choose_name"; then choose=yes; else choose=no; fi
            ;;
        -?*) choose=no ;;
        *) choose=yes ;;
        esac
        while [ "$choose_count" -gt 0 ] && [ $# -gt 0 ]; do
            [ "$choose" = no ] || { quote_word "$1" && words="$words $quoted"; }
            shift
            choose_count=$((choose_count - 1))
        done
    done
}
