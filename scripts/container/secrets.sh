#!/bin/sh
# Makes the secrets that compose.yaml mounts, in the given folder or in .data/secrets. What exists stays as it is.
set -eu
folder=${1:-$(dirname "$0")/../../.data/secrets}
umask 077
mkdir -p "$folder"
cd "$folder"

# The containers read these files as other users, so that the folder alone keeps them from others.
write() {
  cat >"$1.new"
  chmod 444 "$1.new"
  mv "$1.new" "$1"
}
random() { od -An -v -tx1 -N 32 /dev/urandom | tr -d ' \n'; }
for name in secret-key database-password superuser-password redis-password s3-secret-key metrics-token; do
  if [ ! -e "$name" ]; then random | write "$name"; fi
done
# The certificate for TLS_CERTIFICATE, if there is one.
mkdir -p tls
chmod 755 tls

database=$(cat database-password) redis=$(cat redis-password) s3=$(cat s3-secret-key)
printf 'lms' | write s3-access-key
printf 'postgres://lms:%s@pgbouncer:6432/lms' "$database" | write database-url
printf 'postgres://lms:%s@postgres:5432/lms' "$database" | write database-direct-url
printf 'redis://lms:%s@redis:6379' "$redis" | write redis-url
printf '"lms" "%s"\n' "$database" | write pgbouncer-users
write redis-users <<END
user default on nopass resetkeys resetchannels -@all +ping
user lms on >$redis ~session:* ~limit:* +ping +get +set +del +eval +time +zadd +zcard +zrange +zremrangebyscore +pexpire
END
write s3-users <<END
{ "identities": [{ "name": "lms", "credentials": [{ "accessKey": "lms", "secretKey": "$s3" }], "actions": ["Admin", "Read", "Write", "List", "Tagging"] }] }
END
