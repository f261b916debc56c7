package machine

import (
	"math"
	"os"
	"strconv"
	"strings"
)

// AvailableMemory returns the bytes that Linux reports as available, within the limit of a control group and of a Slurm
// job, and +Inf where none of them is known.
func AvailableMemory() float64 {
	have := math.Inf(1)
	if text, err := os.ReadFile("/proc/meminfo"); err == nil {
		for _, line := range strings.Split(string(text), "\n") {
			if words := strings.Fields(line); len(words) > 1 && words[0] == "MemAvailable:" {
				if kib, err := strconv.ParseFloat(words[1], 64); err == nil {
					have = kib * 1024
				}
			}
		}
	}
	limit, used := cgroupNumber("memory.max"), cgroupNumber("memory.current")
	if !math.IsNaN(limit) && !math.IsNaN(used) {
		have = math.Min(have, limit-used)
	}
	if mib, err := strconv.ParseFloat(os.Getenv("SLURM_MEM_PER_NODE"), 64); err == nil && mib > 0 {
		have = math.Min(have, mib*(1<<20))
	}
	return have
}

// cgroupNumber reads a number of the control group, version 2; NaN where there is none.
func cgroupNumber(name string) float64 {
	text, err := os.ReadFile("/sys/fs/cgroup/" + name)
	if err != nil {
		return math.NaN()
	}
	v, err := strconv.ParseFloat(strings.TrimSpace(string(text)), 64)
	if err != nil {
		return math.NaN()
	}
	return v
}
