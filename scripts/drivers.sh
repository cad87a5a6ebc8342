#!/bin/sh
# Drivers with planted defects: each line of tests/drivers/expected.tsv must be a defect, and none without it.
# Usage: scripts/drivers.sh [LARIAT], from the root of the project.
set -u
lariat=$(realpath "${1:-target/debug/lariat}")
root=$(pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0

answer() { # driver platform defect rule harness
    folder="$work/$(basename "$1")-$3-$4-$5"
    mkdir -p "$folder"
    for file in "$root/tests/drivers/$1"/*.c; do
        { echo "#define DEFECT $3"; cat "$file"; } > "$folder/$(basename "$file")"
    done
    (cd "$folder" && "$lariat" verify . --platform "$root/platforms/$2" --rules "$4" --harness "$5" --quiet) 2>/dev/null | grep "^$4 "
}

while IFS="$(printf '\t')" read -r driver platform defect rule harness; do
    case "$driver" in '#'*) continue ;; esac
    case "$(answer "$driver" "$platform" "$defect" "$rule" "$harness")" in
        *DEFECT*) ;;
        *) echo "$driver: defect $defect ($rule) is not found"; failed=1 ;;
    esac
    case "$(answer "$driver" "$platform" 0 "$rule" "$harness")" in
        *DEFECT*) echo "$driver: $rule is violated without a defect"; failed=1 ;;
    esac
done < tests/drivers/expected.tsv
exit $failed
