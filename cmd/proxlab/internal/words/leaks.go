package words

import (
	"fmt"
	"math"
	"strings"

	"github.com/proxlab/proxlab/toolkit/linalg"
)

// LeakNote names features that alone explain nearly all of the targets, by the square of their correlation: more often
// than not they hold what is to be predicted. It is "" where there are none, few examples, or targets that are all the
// same.
func LeakNote(x linalg.Map, y []float64, names []string) string {
	const few, share, shown = 20, 0.999, 5
	entries, ok := x.(linalg.Entries)
	n, d := x.Dims()
	if !ok || len(y) != n || n < few {
		return ""
	}
	var mean, spread float64
	for _, v := range y {
		mean += v / float64(n)
	}
	for _, v := range y {
		spread += (v - mean) * (v - mean)
	}
	sums, squares, products := make([]float64, d), make([]float64, d), make([]float64, d)
	linalg.ForEach(entries, func(i, j int, v float64) {
		sums[j] += v
		squares[j] += v * v
		products[j] += v * (y[i] - mean)
	})
	var leaks []string
	for j := range d {
		own := squares[j] - sums[j]*sums[j]/float64(n)
		if !(own > 1e-9*squares[j]) || !(products[j]*products[j] > share*own*spread) || math.IsInf(spread, 1) {
			continue
		}
		name := fmt.Sprint(j + 1)
		if names != nil {
			name = Name(names[j])
		}
		leaks = append(leaks, name)
	}
	if leaks == nil || d == 1 {
		return ""
	}
	if len(leaks) > shown {
		leaks = append(leaks[:shown], "…")
	}
	return fmt.Sprintf("%s explains over %.4g %% of the targets alone: is it known before they are? --drop leaves it out",
		strings.Join(leaks, ", "), 100*share)
}
