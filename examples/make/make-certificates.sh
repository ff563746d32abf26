#!/usr/bin/env bash
# Makes the throw-away certificates under examples/certificates/: an authority and one client pair it signed, valid
# from 2020 to the end of 2099 whatever this machine's clock says. They open nothing anywhere.
# Run it again only if the files are lost, and make-examples.ts after it.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)/../certificates
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$here"
: >"$work/index.txt"
cat >"$work/ca.conf" <<CONF
[ca]
default_ca = example
[example]
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
[client]
basicConstraints = critical, CA:false
keyUsage = critical, digitalSignature
extendedKeyUsage = clientAuth
CONF

key() { openssl ecparam -name prime256v1 -genkey -noout -out "$1"; }
sign() {
  openssl ca -batch -notext -config "$work/ca.conf" -extensions "$1" -startdate 20200101000000Z \
    -enddate 20991231235959Z -keyfile "$work/ca-key.pem" -in "$2" -out "$3" "${@:4}" 2>/dev/null
}

key "$work/ca-key.pem"
openssl req -new -key "$work/ca-key.pem" -subj '/CN=throw-away-example-ca' -out "$work/ca.csr"
sign authority "$work/ca.csr" "$here/ca.pem" -selfsign
key "$here/client-key.pem"
openssl req -new -key "$here/client-key.pem" -subj '/O=system:masters/CN=throw-away-example' -out "$work/client.csr"
sign client "$work/client.csr" "$here/client.pem" -cert "$here/ca.pem"
