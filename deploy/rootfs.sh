#!/bin/sh
# Lays out the root file system of the image: node, the libraries it is linked with, and the plugin. Nothing else: no
# shell, no package manager. Run in the build stage of the Dockerfile, in a built checkout.
#
#     deploy/rootfs.sh FOLDER
set -eu
root=$1
node=$(readlink -f "$(command -v node)")

mkdir -p "$root/app" "$root/etc" "$root/home/nonroot" "$root/tmp" "$root/usr/local/bin"
cp "$node" "$root/usr/local/bin/node"
# `libc.so.6 => /lib/… (0x…)`, and the loader by its own path.
ldd "$node" | awk '$2 == "=>" && $3 ~ /^\// { print $3 } $1 ~ /^\// { print $1 }' | sort -u |
  while read -r library; do
    mkdir -p "$root$(dirname "$library")"
    cp -L "$library" "$root$library"
  done

cp -R bin dist package.json oclif.manifest.json LICENSE "$root/app/"
echo 'nonroot:x:65532:65532:nonroot:/home/nonroot:/nologin' >"$root/etc/passwd"
echo 'nonroot:x:65532:' >"$root/etc/group"
chown -R 65532:65532 "$root/home/nonroot" 2>/dev/null || true
