#!/usr/bin/env bash
# A real Slurm cluster of two one-core nodes, n1 and n2, on this one machine, for tests. As root, on Debian or Ubuntu:
#
#   eval "$(two-nodes.sh start DIR)"  starts it, and says where its configuration is (export SLURM_CONF=…) to sbatch, squeue …
#   two-nodes.sh kill-node DIR N      ends node N (1 or 2) as a power cut would: its daemon and its jobs' processes, at once
#   two-nodes.sh revive-node DIR N    starts it again
#   two-nodes.sh stop DIR             ends every process of the cluster, its jobs' too; there may be none
#
# DIR holds all it writes: slurm.conf, and log, with what the daemons say. Clusters in different folders do not meet.
# There is no accounting, hence no sacct. A node that does not answer is down after some fifteen seconds; its jobs are
# requeued then, and start anew ten seconds later. A job that uses more memory than its --mem is killed within some two
# seconds: its memory is looked at, not confined. Tried with Slurm 22.05.
#
# Limits, by variables of the environment: MaxArraySize (1001: one more than the greatest index), MaxJobCount (10000),
# MinJobAge (300: the seconds that a job that ended is remembered) and MemPerNode (2000, in MiB).
#
# Slurm and munge are installed by apt-get where they are missing. The exit code is 1 where no cluster can be had.
set -euo pipefail
export PATH="$PATH:/usr/local/sbin:/usr/sbin:/sbin"

die() {
  echo "$(basename "$0"): $*" >&2
  exit 1
}

usage() {
  echo "usage: $(basename "$0") start DIR | kill-node DIR N | revive-node DIR N | stop DIR" >&2
  exit 2
}

# until_true tries a command every tenth of a second, for the given number of seconds.
until_true() {
  local end=$((SECONDS + $1))
  shift
  until "$@"; do
    [ "$SECONDS" -lt "$end" ] || return 1
    sleep 0.1
  done
}

# members are the processes of node $1 of the cluster, or of the whole cluster. Every daemon is started with the two
# variables that Slurm itself gives to jobs: what starts below one is known by them wherever it went.
members() {
  local files
  mapfile -t files < <(grep -slzxF "SLURM_CONF=$dir/slurm.conf" /proc/[0-9]*/environ)
  [ "${#files[@]}" -eq 0 ] || grep -slzxE "SLURMD_NODENAME=${1:-(head|n1|n2)}" "${files[@]}" | cut -d/ -f3
}

gone() { [ -z "$(members "$@")" ]; }

# strike sends a signal to the members.
strike() {
  local signal=$1 pids
  shift
  mapfile -t pids < <(members "$@")
  [ "${#pids[@]}" -eq 0 ] || kill -s "$signal" "${pids[@]}" 2>/dev/null || true
}

# end_all lets the members end by themselves, and kills those that do not; some may be starting others meanwhile.
end_all() {
  strike TERM
  until_true 3 gone && return
  for _ in 1 2 3; do
    strike KILL
    until_true 2 gone && return
  done
  die "these processes do not end: $(members | tr '\n' ' ')"
}

# daemon starts a daemon of node $1 (head for the controller's), which puts itself into the background.
daemon() {
  local node=$1
  shift
  env SLURM_CONF="$dir/slurm.conf" SLURMD_NODENAME="$node" "$@" </dev/null >>"$dir/log/start.log" 2>&1 9>&- ||
    die "$1 does not start: $(tail -n 3 "$dir/log/start.log")"
}

start_node() { daemon "$1" slurmd -N "$1" -f "$dir/slurm.conf"; }

slurm() { SLURM_CONF="$dir/slurm.conf" timeout 5 "$@" 2>/dev/null; }

idle() { [ "$(slurm sinfo -h -N -t idle -o %N | sort | xargs)" = "$*" ]; }

installed() {
  local program
  for program in slurmctld slurmd sbatch munged; do
    command -v "$program" >/dev/null || return 1
  done
}

# install brings the packages, and keeps their services from starting.
install() {
  installed && return
  command -v apt-get >/dev/null || die "Slurm is missing, and there is no apt-get to install slurm-wlm and munge"
  local policy=/usr/sbin/policy-rc.d made=
  if [ ! -e $policy ]; then
    printf '#!/bin/sh\nexit 101\n' >$policy
    chmod +x $policy
    made=$policy
  fi
  export DEBIAN_FRONTEND=noninteractive
  {
    apt-get -o DPkg::Lock::Timeout=120 update &&
      apt-get -o DPkg::Lock::Timeout=120 install -y --no-install-recommends slurm-wlm munge
  } </dev/null >"$dir/log/install.log" 2>&1 9>&- || true
  [ -z "$made" ] || rm -f "$made"
  installed || die "slurm-wlm and munge cannot be installed by apt-get: see $dir/log/install.log"
}

# free_ports finds $1 ports on which nothing listens, below those that the system gives out.
free_ports() {
  local port ports=()
  while [ "${#ports[@]}" -lt "$1" ]; do
    port=$((20000 + RANDOM % 12000))
    [[ " ${ports[*]} " == *" $port "* ]] && continue
    (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null || ports+=("$port")
  done
  echo "${ports[@]}"
}

configure() {
  local host ports memory
  host=$(uname -n)
  host=${host%%.*}
  memory=${MemPerNode:-2000}
  read -ra ports < <(free_ports 3)
  cat >"$dir/slurm.conf" <<CONF
ClusterName=two-nodes
SlurmctldHost=$host(127.0.0.1)
SlurmctldPort=${ports[0]}
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
AuthInfo=socket=$dir/run/munge,cred_expire=10
StateSaveLocation=$dir/state
SlurmdSpoolDir=$dir/run/%n
SlurmctldPidFile=$dir/run/slurmctld.pid
SlurmdPidFile=$dir/run/slurmd-%n.pid
SlurmctldLogFile=$dir/log/slurmctld.log
SlurmdLogFile=$dir/log/slurmd-%n.log
MailProg=/bin/true
MpiDefault=none
TaskPlugin=task/none
# Without cgroups, which a container may not have: a job's processes are known by their parents, and their memory is
# looked at every second.
ProctrackType=proctrack/linuxproc
JobAcctGatherType=jobacct_gather/linux
JobAcctGatherFrequency=task=1
JobAcctGatherParams=OverMemoryKill
SelectType=select/cons_tres
SelectTypeParameters=CR_Core_Memory
# A node that died is noticed soon, comes back by itself, and its jobs wait for cred_expire alone before they start anew.
SlurmdTimeout=5
MessageTimeout=5
KillWait=2
SchedulerParameters=batch_sched_delay=1,sched_interval=2,bf_interval=2
ReturnToService=2
SlurmdParameters=config_overrides
MaxArraySize=${MaxArraySize:-1001}
MaxJobCount=${MaxJobCount:-10000}
MinJobAge=${MinJobAge:-300}
NodeName=n1 NodeHostname=$host NodeAddr=127.0.0.1 Port=${ports[1]} CPUs=1 RealMemory=$memory State=UNKNOWN
NodeName=n2 NodeHostname=$host NodeAddr=127.0.0.1 Port=${ports[2]} CPUs=1 RealMemory=$memory State=UNKNOWN
PartitionName=main Nodes=n1,n2 Default=YES MaxTime=INFINITE State=UP
CONF
}

# start starts the cluster; one at a time on a machine, for the sake of the ports and of apt-get.
start() {
  gone || die "a cluster runs in $dir: stop it first"
  mkdir -p "$dir/log" /run/lock
  rm -f "$dir"/log/*
  exec 9>/run/lock/slurm-two-nodes
  flock -w 300 9 || die "another cluster has been starting for five minutes"
  install
  rm -rf "$dir/run" "$dir/state"
  mkdir -p "$dir"/{run,run/n1,run/n2,state}
  (umask 077 && head -c 1024 /dev/urandom >"$dir/run/key")
  configure
  trap '[ "$?" = 0 ] || end_all' EXIT
  daemon head munged --force --socket="$dir/run/munge" --key-file="$dir/run/key" --pid-file="$dir/run/munged.pid" \
    --seed-file="$dir/run/seed" --log-file="$dir/log/munged.log"
  until_true 10 test -S "$dir/run/munge" || die "munged does not answer: see $dir/log"
  daemon head slurmctld -f "$dir/slurm.conf"
  until_true 20 slurm scontrol ping >/dev/null || die "slurmctld does not answer: see $dir/log"
  start_node n1
  start_node n2
  until_true 30 idle n1 n2 || die "the nodes do not come up: see $dir/log"
  echo "export SLURM_CONF=$dir/slurm.conf"
}

kill_node() {
  for _ in 1 2 3; do
    strike KILL "$1"
    until_true 2 gone "$1" && return
  done
  die "these processes do not end: $(members "$1" | tr '\n' ' ')"
}

# registered says whether the controller has heard of node $1 since the daemon that was started at $2 or later.
registered() {
  local node since
  node=$(slurm scontrol show node "$1") || return 1
  since=$(sed -n 's/.*SlurmdStartTime=\([-0-9T:]*\).*/\1/p' <<<"$node")
  [[ ! $since < $2 && ! $node =~ State=[A-Z+]*(DOWN|\*|NOT_RESPONDING) ]]
}

revive_node() {
  gone "$1" || die "node $1 is alive"
  local now
  now=$(date +%Y-%m-%dT%H:%M:%S)
  start_node "$1"
  until_true 30 registered "$1" "$now" || die "node $1 does not come up: see $dir/log"
}

[ $# -ge 2 ] || usage
[ "$(id -u)" = 0 ] || die "Slurm's daemons need root here"
dir=$(realpath -m "$2")
[[ $dir =~ ^[[:alnum:]/._+-]+$ ]] || die "Slurm wants a folder with a plain name, unlike $dir"
[ "${#dir}" -le 70 ] || die "the sockets' names would be too long below $dir: name a folder of at most 70 characters"
case "$1 $#" in
"start 2") start ;;
"stop 2") end_all ;;
"kill-node 3" | "revive-node 3")
  [[ $3 = [12] ]] || die "there are nodes 1 and 2, and no $3"
  [ -e "$dir/slurm.conf" ] || die "there is no cluster in $dir"
  "${1/-/_}" "n$3"
  ;;
*) usage ;;
esac
