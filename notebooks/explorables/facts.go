package explorables

import (
	"fmt"
	"strings"

	"github.com/proxlab/proxlab/figures/explore"
)

// GapFact is the name of a certificate: what the objective is above the minimum at most.
const GapFact = "P − P* ≤"

// support names the weights that are not zero, counted from 1.
func support(w []float64) string {
	var names []string
	for j, v := range w {
		if v != 0 {
			names = append(names, fmt.Sprint(j+1))
		}
	}
	if len(names) == 0 {
		return "none"
	}
	return strings.Join(names, ", ")
}

// nonzero is how many weights are not zero.
func nonzero(w []float64) (count int) {
	for _, v := range w {
		if v != 0 {
			count++
		}
	}
	return count
}

// line is a straight one from (x1, y1) to (x2, y2).
func line(name string, x1, y1, x2, y2 float64) explore.Series {
	return explore.Series{Name: name, X: []float64{x1, x2}, Y: []float64{y1, y2}}
}
