package main

import (
	"fmt"
	"math"
	"os"
	"strconv"
	"strings"

	"github.com/proxlab/proxlab/toolkit/fit"
)

// checkMemory refuses a problem that would not fit into memory, where it is known how much there is.
func checkMemory(c fit.Linear, data fit.Data) error {
	need, err := c.Bytes(data)
	if err != nil {
		return err
	}
	have := availableMemory()
	if need <= have {
		return nil
	}
	n, d := data.X.Dims()
	return fmt.Errorf("%d examples of %d features need about %.1f GiB of memory, and %.1f GiB are available: number "+
		"features without gaps, or leave some out",
		n, d, need/(1<<30), have/(1<<30))
}

// availableMemory returns the bytes that Linux reports as available, within the limit of a control group, and +Inf
// where it reports nothing.
func availableMemory() float64 {
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
