# shellcheck shell=sh
# To be sourced. Finds what a change in CI is compared with.

# find_since WISH: prints the revision that vrmlint diff --since takes. A WISH other than auto is that revision. With auto it is
# the branch that a pull request of GitHub or a merge request of GitLab goes into, or else the commit before a push; nothing if
# there is none: the branch is new, or this isn't CI.
find_since() {
    find_revision=$1
    if [ "$find_revision" = auto ]; then
        find_revision=${GITHUB_BASE_REF:-${CI_MERGE_REQUEST_DIFF_BASE_SHA:-${VRMLINT_BEFORE:-${CI_COMMIT_BEFORE_SHA:-}}}}
    fi
    case $find_revision in
    *[!0]*) printf '%s\n' "$find_revision" ;; # a new branch was at 000...0 before
    esac
}
