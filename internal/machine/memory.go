package machine

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"runtime/metrics"
	"strconv"
	"strings"
)

// Limit is how much more memory the process may take, and what bounds it.
type Limit struct {
	Left, Whole float64 // bytes; +Inf where nothing is known to bound it
	Of          string  // "the machine", "GOMEMLIMIT", "ulimit -v", or a control group or a job by its name
}

// String says how much is left, of what.
func (l Limit) String() string {
	const gib = 1 << 30
	return fmt.Sprintf("%.2f GiB are left of the %.2f GiB of %s", l.Left/gib, l.Whole/gib, l.Of)
}

// AvailableMemory is the Left of the NearestLimit.
func AvailableMemory() float64 { return NearestLimit().Left }

// Memory is that of the machine in bytes; +Inf where it is not known.
func Memory() float64 { return wholeMachine("/").Whole }

// NearestLimit is the limit with the least memory left: what Linux reports as available, any control group the process
// is within (version 1 or 2, at every level that can be seen), a Slurm job's memory, the address space (ulimit -v) and
// GOMEMLIMIT. Going past the last is slow and no failure, but nobody sets it to be passed.
func NearestLimit() Limit { return nearest("/") }

// nearest takes the files of proc and of control groups from under a root.
func nearest(root string) Limit {
	out := Limit{math.Inf(1), math.Inf(1), "the machine"}
	limits := append([]Limit{wholeMachine(root), slurmJob(), addressSpace(), goLimit()}, controlGroups(root)...)
	for _, l := range limits {
		if l.Left < out.Left {
			out = l
		}
	}
	out.Left = math.Max(0, out.Left)
	return out
}

// unlimited bounds nothing.
var unlimited = Limit{Left: math.Inf(1), Whole: math.Inf(1)}

func wholeMachine(root string) Limit {
	const kib = 1024
	found := keyed(filepath.Join(root, "proc/meminfo"))
	left, ok := found["MemAvailable:"]
	if !ok {
		return unlimited
	}
	return Limit{left * kib, found["MemTotal:"] * kib, "the machine"}
}

func slurmJob() Limit {
	const name = "SLURM_MEM_PER_NODE"
	mib, err := strconv.ParseFloat(os.Getenv(name), 64)
	if err != nil || !(mib > 0) {
		return unlimited
	}
	return Limit{mib * (1 << 20), mib * (1 << 20), "the Slurm job (" + name + ")"}
}

// goLimit is GOMEMLIMIT, or what the program set in its place. What the heap holds free counts as left.
func goLimit() Limit {
	samples := []metrics.Sample{
		{Name: "/gc/gomemlimit:bytes"}, {Name: "/memory/classes/total:bytes"},
		{Name: "/memory/classes/heap/released:bytes"}, {Name: "/memory/classes/heap/free:bytes"},
	}
	metrics.Read(samples)
	value := func(k int) float64 { return float64(samples[k].Value.Uint64()) }
	if samples[0].Value.Uint64() == math.MaxInt64 {
		return unlimited
	}
	return Limit{value(0) - (value(1) - value(2) - value(3)), value(0), "GOMEMLIMIT"}
}

// keyed reads a file of a word and a number a line.
func keyed(path string) map[string]float64 {
	out := map[string]float64{}
	text, err := os.ReadFile(path)
	if err != nil {
		return out
	}
	for line := range strings.Lines(string(text)) {
		words := strings.Fields(line)
		if len(words) < 2 {
			continue
		}
		if v, err := strconv.ParseFloat(words[1], 64); err == nil {
			out[words[0]] = v
		}
	}
	return out
}
