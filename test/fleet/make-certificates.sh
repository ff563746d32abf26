#!/usr/bin/env bash
# Makes the throw-away certificates that the fleet's kubeconfigs carry: an authority and eight client pairs it signed,
# valid from 2020 to the end of 2099 whatever this machine's clock says. They open nothing anywhere.
# Needed again only if the files are lost: everything signed anew is a rewrite of every fixture that embeds them.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)/certificates
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$here"
: >"$work/index.txt"
cat >"$work/ca.conf" <<CONF
[ca]
default_ca = fleet
[fleet]
new_certs_dir = $work
database = $work/index.txt
rand_serial = yes
default_md = sha256
policy = any
unique_subject = no
[any]
commonName = supplied
organizationName = optional
[authority]
basicConstraints = critical, CA:true
keyUsage = critical, keyCertSign, digitalSignature
subjectKeyIdentifier = hash
[client]
basicConstraints = critical, CA:false
keyUsage = critical, digitalSignature
extendedKeyUsage = clientAuth
CONF
key() { openssl ecparam -name prime256v1 -genkey -noout -out "$1" 2>/dev/null; }
sign() {
  openssl ca -batch -notext -config "$work/ca.conf" -extensions "$1" -startdate 20200101000000Z \
    -enddate 20991231235959Z -keyfile "$work/ca.key" -in "$2" -out "$3" "${@:4}" 2>/dev/null
}

key "$work/ca.key"
openssl req -new -key "$work/ca.key" -subj '/CN=fleet-ca' -out "$work/ca.csr"
sign authority "$work/ca.csr" "$here/ca.crt" -selfsign
for number in 1 2 3 4 5 6 7 8; do
  key "$here/client-$number.key"
  openssl req -new -key "$here/client-$number.key" -subj "/O=system:masters/CN=fleet-client-$number" -out "$work/client.csr"
  sign client "$work/client.csr" "$here/client-$number.crt" -cert "$here/ca.crt"
done
