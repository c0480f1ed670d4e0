#!/bin/sh
# Headroom collector: runs the read-only commands that this machine has, keeps what each printed, and marks the ones
# that are not there. Read it before you run it. It changes no setting, installs nothing and stops nothing.
#
#   sh collect.sh                                     writes headroom-collect-HOST-TIME.tar.gz here
#   sh collect.sh --out DIR                           writes the files into DIR, no archive
#   sh collect.sh --server URL --token-file F --brief BRF-12 [--gate smoke]
#                                                     sends every file to Headroom as well
#   sh collect.sh --list                              prints the commands and ends
#   sh collect.sh --invasive --drained                also runs the diagnostic of DCGM, which loads every card:
#                                                     only on a node that does no other work
#
# What leaves this machine: the output of the commands below. That names the host, its cards by serial number and the
# processes on them. Look into the files before you send them.

set -u
LC_ALL=C
export LC_ALL
umask 077

server='' token_file='' brief='' gate='smoke' out='' invasive=0 drained=0 list=0

fail() {
  printf '%s\n' "collect.sh: $1" >&2
  exit 2
}

while [ $# -gt 0 ]; do
  case $1 in
    --server | --token-file | --brief | --gate | --out)
      [ $# -ge 2 ] || fail "$1 needs a value"
      case $1 in
        --server) server=${2%/} ;;
        --token-file) token_file=$2 ;;
        --brief) brief=$2 ;;
        --gate) gate=$2 ;;
        --out) out=$2 ;;
      esac
      shift 2
      ;;
    --invasive) invasive=1; shift ;;
    --drained) drained=1; shift ;;
    --list) list=1; shift ;;
    -h | --help) sed -n '2,16p' "$0" 2>/dev/null; exit 0 ;;
    *) fail "no option $1" ;;
  esac
done

case $gate in smoke | functional | load | failure | review) ;; *) fail "no gate $gate" ;; esac
case $brief in '' | BRF-[0-9]*) ;; *) fail "a brief is written BRF-12" ;; esac
if [ -n "$server" ]; then
  case $server in http://* | https://*) ;; *) fail "--server begins with http:// or https://" ;; esac
  [ -n "$brief" ] || fail "--server needs --brief BRF-12"
  [ -r "$token_file" ] || fail "--server needs --token-file with a readable file"
  command -v curl >/dev/null 2>&1 || fail "--server needs curl"
fi
if [ "$invasive" = 1 ] && [ "$drained" = 0 ]; then
  fail "--invasive loads every card: say --drained when no other work runs on this node"
fi

# One line for each command: name of the file, seconds it may take, the command. All of them only read.
commands() {
  cat <<'LIST'
nvidia-smi-L.txt|30|nvidia-smi -L
nvidia-smi.txt|30|nvidia-smi
nvidia-smi-q.txt|60|nvidia-smi -q
nvidia-smi-q.xml|60|nvidia-smi -q -x
nvidia-smi-topo.txt|60|nvidia-smi topo -m
nvidia-smi-nvlink.txt|30|nvidia-smi nvlink --status
dcgmi-discovery.txt|30|dcgmi discovery -l
rocm-smi.txt|60|rocm-smi
amd-smi.txt|60|amd-smi static
docker-images.txt|30|docker images --digests
kubectl-nodes.json|60|kubectl get nodes -o json
collect-env.txt|120|python3 -m torch.utils.collect_env
LIST
}

# Loads every card for minutes.
invasive_commands() {
  cat <<'LIST'
dcgmi-diag.txt|3600|dcgmi diag -r 3
LIST
}

if [ "$list" = 1 ]; then
  commands
  [ "$invasive" = 1 ] && invasive_commands
  exit 0
fi

stamp=$(date -u +%Y%m%dT%H%M%SZ)
host=$(uname -n | tr -cd 'A-Za-z0-9.-')
name="headroom-collect-${host:-host}-$stamp"
if [ -n "$out" ]; then dir=$out; else dir=$name; fi
mkdir -p "$dir" || fail "cannot write to $dir"
summary="$dir/summary.txt"
{
  printf 'headroom-collect 1\n'
  printf 'host %s\ntime %s\nsystem %s\n' "$host" "$stamp" "$(uname -srm)"
} >"$summary"

limited() {
  if command -v timeout >/dev/null 2>&1; then timeout "$@"; else shift; "$@"; fi
}

# run FILE SECONDS COMMAND…: what was printed goes to FILE as it is; how it ended goes to the summary.
run() {
  file=$1 seconds=$2
  shift 2
  if ! command -v "$1" >/dev/null 2>&1; then
    printf 'missing %s: %s\n' "$file" "$*" >>"$summary"
    printf 'not there   %s\n' "$*" >&2
    return
  fi
  limited "$seconds" "$@" >"$dir/$file" 2>"$dir/$file.err" </dev/null
  code=$?
  # A tool that fails says why on the other channel: that is evidence too, and stands after what it printed.
  if [ "$code" -ne 0 ] && [ -s "$dir/$file.err" ]; then cat "$dir/$file.err" >>"$dir/$file"; fi
  rm -f "$dir/$file.err"
  printf 'ran %s: %s (exit %s)\n' "$file" "$*" "$code" >>"$summary"
  printf 'exit %-6s %s\n' "$code" "$*" >&2
}

each() {
  while IFS='|' read -r file seconds line; do
    # The lines above hold plain words only, so that they may be split here.
    # shellcheck disable=SC2086
    run "$file" "$seconds" $line
  done
}

commands | each
if [ "$invasive" = 1 ]; then
  invasive_commands | each
else
  printf 'not run: invasive commands (--invasive --drained)\n' >>"$summary"
fi

# The same file is the same key for Headroom: sending it again adds nothing.
key_of() {
  if command -v sha256sum >/dev/null 2>&1; then sha256sum "$1" | cut -d ' ' -f 1
  elif command -v shasum >/dev/null 2>&1; then shasum -a 256 "$1" | cut -d ' ' -f 1
  else cksum "$1" | tr -cd '0-9'; fi
}

failed=0
send() {
  file=$1 base=${1##*/}
  # The token goes through a file that only its owner can read, never through the list of processes.
  { printf 'header = "Authorization: Bearer '; tr -d '\r\n' <"$token_file"; printf '"\n'; } |
    curl --config - --silent --show-error --fail --max-time 120 --retry 3 --output /dev/null \
      --header 'Content-Type: application/octet-stream' \
      --header "Idempotency-Key: collect-$gate-$(key_of "$file")-$base" \
      --data-binary "@$file" "$server/api/v1/evidence?brief=$brief&gate=$gate&name=$base"
}

if [ -n "$server" ]; then
  for file in "$dir"/*; do
    [ -s "$file" ] || continue
    [ "$file" = "$summary" ] && continue
    if send "$file"; then printf 'sent        %s\n' "${file##*/}" >&2
    else
      printf 'not sent    %s\n' "${file##*/}" >&2
      failed=1
    fi
  done
fi

if [ -z "$out" ] && command -v tar >/dev/null 2>&1 && command -v gzip >/dev/null 2>&1; then
  tar -cf - "$dir" | gzip >"$dir.tar.gz" && rm -r "$dir" && printf '%s\n' "$dir.tar.gz"
else
  printf '%s\n' "$dir"
fi
exit "$failed"
