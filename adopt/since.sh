# shellcheck shell=sh
# To be sourced. Finds what a change in CI is compared with.

# find_since WISH: prints the revision that vrmlint diff --since takes. A WISH other than auto is that revision. With auto it is
# the branch that a pull request of GitHub or a merge request of GitLab goes into, or else the commit before a push; nothing if
# there is none: the branch is new, its commits were replaced (git push --force), or this isn't CI.
find_since() {
    find_revision=$1
    if [ "$find_revision" = auto ]; then
        find_revision=${GITHUB_BASE_REF:-${CI_MERGE_REQUEST_DIFF_BASE_SHA:-${VRMLINT_BEFORE:-${CI_COMMIT_BEFORE_SHA:-}}}}
    fi
    # A shallow clone may lack a commit that exists: vrmlint says what to fetch.
    if [ "$1" = auto ] && [ "$find_revision" = "${VRMLINT_BEFORE:-${CI_COMMIT_BEFORE_SHA:-}}" ] &&
        [ "$(git rev-parse --is-shallow-repository 2>/dev/null)" = false ]; then
        case $find_revision in
        *[!0]*)
            git cat-file -e "$find_revision^{commit}" 2>/dev/null || {
                echo "this push replaced commits, so there is none to compare with: everything counts" >&2
                find_revision=
            }
            ;;
        esac
    fi
    case $find_revision in
    *[!0]*) printf '%s\n' "$find_revision" ;; # a new branch was at 000...0 before
    esac
}
