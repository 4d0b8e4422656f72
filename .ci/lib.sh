# What .ci/run and .ci/deep share. The machine needs only npm and Node 20 or newer.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
export CI=true DEBIAN_FRONTEND=noninteractive
# The order of the tests and their random inputs follow from the commit, so that its verdict can be repeated.
TEST_SEED=$((16#$(git rev-parse HEAD | cut -c1-7)))
export TEST_SEED
as_root=$([ "$(id -u)" = 0 ] || echo sudo)

name='' started=0 times=''
step() {
  if [ -n "$name" ]; then times+=$(printf '%5s s  %s' "$((SECONDS - started))" "$name")$'\n'; fi
  name=$1 started=$SECONDS
  printf '\n== %s\n' "$1"
}

install_packages() {
  $as_root apt-get update -qq
  $as_root apt-get install -y -qq --no-install-recommends make redis-server postgresql pgbouncer haproxy chromium curl prometheus >/dev/null
}

real='' pg_port='' redis_port='' bouncer_port='' second=''
free_port() { node -e 'const s=require("net").createServer().listen(0,"127.0.0.1",()=>{console.log(s.address().port);s.close()})'; }

# Starts a PostgreSQL and a Redis of the system, in memory, which end with the script.
start_servers() {
  real=$(mktemp -d "$([ -w /dev/shm ] && echo /dev/shm || echo /tmp)/lms-ci-XXXXXX")
  chmod 755 "$real"
  pg=$(ls -d /usr/lib/postgresql/*/bin | sort -V | tail -n 1)
  pg_port=$(free_port) redis_port=$(free_port) bouncer_port=$(free_port)
  $as_root install -d -o postgres "$real/pg"
  $as_root runuser -u postgres -- "$pg/initdb" -D "$real/pg" --auth=trust --username=lms --encoding=UTF8 --locale=C.UTF-8 --no-sync >/dev/null
  $as_root runuser -u postgres -- "$pg/pg_ctl" -D "$real/pg" -w -l "$real/pg/log" -o "-p $pg_port -c listen_addresses=127.0.0.1 -c unix_socket_directories='' -c fsync=off -c max_connections=200" start >/dev/null
  redis-server --port "$redis_port" --bind 127.0.0.1 --save '' --appendonly no --daemonize yes >/dev/null
  database_url="postgres://lms@127.0.0.1:$pg_port/postgres" redis_url="redis://127.0.0.1:$redis_port"
}

stop_all() {
  if [ -n "$real" ]; then
    if [ -f "$real/pg/bouncer.pid" ]; then $as_root kill "$($as_root cat "$real/pg/bouncer.pid")" || true; fi
    $as_root runuser -u postgres -- "$pg/pg_ctl" -D "$real/pg" -m immediate stop >/dev/null 2>&1 || true
    redis-cli -p "$redis_port" shutdown nosave >/dev/null 2>&1 || true
    $as_root rm -rf "$real"
  fi
  if [ -n "$second" ]; then rm -rf "$second"; fi
}
trap stop_all EXIT
