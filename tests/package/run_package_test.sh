#!/bin/sh
# Installs the build into a folder of its own, and builds and runs a program and the one of
# docs/how_to/embed.md against it.
# usage: run_package_test.sh BUILD_FOLDER SOURCE_FOLDER
set -e
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cmake --install "$1" --prefix "$folder/installed" > "$folder/log"
mkdir "$folder/build"
sed -n '/^```cpp$/,/^```$/p' "$2/docs/how_to/embed.md" | sed '/^```/d' > "$folder/build/page.cpp"
cmake -S "$2/tests/package" -B "$folder/build" -DCMAKE_PREFIX_PATH="$folder/installed" >> "$folder/log" 2>&1 \
  && cmake --build "$folder/build" >> "$folder/log" 2>&1 || { cat "$folder/log"; exit 1; }
"$folder/build/embedding"
cd "$folder" && "$folder/build/page" "$2/examples/bouncing_ball/BouncingBall.mo" > /dev/null
