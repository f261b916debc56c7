package reproduce

import (
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"

	"github.com/spf13/pflag"

	"github.com/proxlab/proxlab/reproduce/plan"
)

// engine says where the work is done.
type engine struct {
	shard, tasks string
	assemble     bool

	slurm        bool
	slurmOptions string
	perJob       int

	kubernetes          bool
	image, claim, mount string
	timedNodes          string
	shards, atOnce      int
	cpu, memory         string
}

func (e *engine) add(flags *pflag.FlagSet) {
	flags.StringVar(&e.shard, "shard", "",
		"do part i of n, from 0, as in 0/4, and make no record; auto takes both from a Slurm array,\n"+
			"auto/n takes i from a Kubernetes indexed Job; 0/1:timed and 0/4:untimed are parts of the tasks\n"+
			"that measure time, and of the others")
	flags.BoolVar(&e.assemble, "assemble", false,
		"do no work: make the record of the results there are, or say what is missing")
	flags.BoolVar(&e.slurm, "slurm", false, "submit the work to Slurm as job arrays, follow them and make the record")
	flags.StringVar(&e.slurmOptions, "slurm-options", "",
		"options for sbatch, as in \"--partition=long --time=2:00:00\"")
	flags.IntVar(&e.perJob, "tasks-per-job", 1, "how many tasks a job of --slurm has")
	flags.StringVar(&e.tasks, "tasks", "",
		"do job N of a file of tasks, as in FILE:N: for the scripts that --slurm writes")
	flags.BoolVar(&e.kubernetes, "kubernetes-manifest", false,
		"print the manifest of a Kubernetes Job that does the work in shards, and do nothing else")
	flags.IntVar(&e.shards, "shards", 4, "pods of the manifest")
	flags.IntVar(&e.atOnce, "pods-at-once", 0, "pods that run at a time (default: all)")
	flags.StringVar(&e.image, "image", "proxlab:latest", "image of the manifest, which has proxlab")
	flags.StringVar(&e.claim, "volume-claim", "proxlab", "PersistentVolumeClaim of the manifest")
	flags.StringVar(&e.mount, "volume-mount", "/proxlab",
		"where pods see it: results go to its folder --out, data are looked for in its folder data")
	flags.StringVar(&e.timedNodes, "timed-nodes", "",
		"`label=value` of the nodes of the manifest that tasks that measure time have for themselves")
	flags.StringVar(&e.cpu, "pod-cpu", "1", "processors of a pod")
	flags.StringVar(&e.memory, "pod-memory", "2Gi", "memory of a pod")
}

// check tells whether the flags go together.
func (e engine) check() error {
	chosen := 0
	for _, given := range []bool{e.shard != "", e.tasks != "", e.assemble, e.slurm, e.kubernetes} {
		if given {
			chosen++
		}
	}
	switch {
	case chosen > 1:
		return errors.New("--shard, --tasks, --assemble, --slurm and --kubernetes-manifest exclude each other")
	case e.perJob < 1:
		return fmt.Errorf("--tasks-per-job %d is less than 1", e.perJob)
	case (e.slurmOptions != "" || e.perJob != 1) && !e.slurm:
		return errors.New("--slurm-options and --tasks-per-job are for --slurm")
	}
	if e.shard != "" {
		_, err := e.part(os.Getenv)
		return err
	}
	return nil
}

// part returns the shard that was asked for.
func (e engine) part(env func(string) string) (plan.Shard, error) {
	count, auto := strings.CutPrefix(e.shard, "auto")
	if !auto {
		return plan.ParseShard(e.shard)
	}
	index := env("JOB_COMPLETION_INDEX")
	if count == "" {
		index, count = slurmIndex(env), "/"+env("SLURM_ARRAY_TASK_COUNT")
	}
	s, err := plan.ParseShard(index + count)
	if err != nil {
		return s, fmt.Errorf("--shard %s: this is neither a job of a Slurm array (SLURM_ARRAY_TASK_ID, "+
			"SLURM_ARRAY_TASK_COUNT) nor, with auto/n, a pod of an indexed Job (JOB_COMPLETION_INDEX)", e.shard)
	}
	return s, nil
}

// slurmIndex counts the elements of an array from 0, whatever their numbers are.
func slurmIndex(env func(string) string) string {
	number := func(name string, or int) int {
		if v, err := strconv.Atoi(env(name)); err == nil {
			return v
		}
		return or
	}
	id := number("SLURM_ARRAY_TASK_ID", -1)
	return strconv.Itoa((id - number("SLURM_ARRAY_TASK_MIN", 0)) / max(1, number("SLURM_ARRAY_TASK_STEP", 1)))
}
