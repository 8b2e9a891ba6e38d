# shellcheck shell=sh
# step LOG WORDS COMMAND...: runs a command, and prints what is being done, then every five seconds that it is still running,
# with the last line of the command's output, which goes to LOG. Returns the command's exit status. Prints to file descriptor 3
# if the caller has opened it, otherwise to standard error.
step() {
    step_log=$1
    step_words=$2
    shift 2
    { true >&3; } 2>/dev/null || exec 3>&2
    echo "$step_words" >&3
    rm -f "$step_log.status"
    {
        step_status=0
        "$@" >"$step_log" 2>&1 || step_status=$?
        echo "$step_status" >"$step_log.status"
    } &
    step_seconds=0
    while [ ! -s "$step_log.status" ]; do
        sleep 1
        step_seconds=$((step_seconds + 1))
        if [ $((step_seconds % 5)) = 0 ] && [ ! -s "$step_log.status" ]; then
            echo "  $step_seconds s: $(tail -n 1 "$step_log" 2>/dev/null | tr '\r' '\n' | tail -n 1 | cut -c 1-70)" >&3
        fi
    done
    wait $! || :
    step_status=$(cat "$step_log.status")
    rm -f "$step_log.status"
    return "$step_status"
}
