package ui

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// leastMemory is what passes over blocks need at least.
const leastMemory = 64e6

// memoryUnits are those of --memory.
var memoryUnits = []struct {
	name  string
	bytes float64
}{
	{"KiB", 1 << 10}, {"MiB", 1 << 20}, {"GiB", 1 << 30}, {"TiB", 1 << 40}, {"KB", 1e3}, {"MB", 1e6}, {"GB", 1e9},
	{"TB", 1e12}, {"B", 1}, {"", 1},
}

// ParseMemory reads 4GB, 512MiB or a number of bytes.
func ParseMemory(text string) (float64, error) {
	for _, unit := range memoryUnits {
		number, is := strings.CutSuffix(strings.ToLower(text), strings.ToLower(unit.name))
		if !is {
			continue
		}
		v, err := strconv.ParseFloat(strings.TrimSpace(number), 64)
		if err != nil || !(v > 0) || math.IsInf(v, 1) {
			break
		}
		if v *= unit.bytes; v < leastMemory {
			return 0, fmt.Errorf("--memory %s: it must be %.0f MB at least", text, leastMemory/1e6)
		}
		return v, nil
	}
	return 0, fmt.Errorf("--memory %q: a size is due, as in 4GB, 512MiB or a number of bytes", text)
}
