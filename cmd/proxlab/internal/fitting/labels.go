package fitting

import (
	"fmt"
	"math"
	"os"
	"slices"
	"strconv"

	"gonum.org/v1/gonum/stat"

	"github.com/proxlab/proxlab/cmd/proxlab/internal/words"
	"github.com/proxlab/proxlab/datasets"
	"github.com/proxlab/proxlab/internal/plain"
	"github.com/proxlab/proxlab/toolkit/linalg"
)

// rareLabels drops or pools labels of few examples.
func (r *fitting) rareLabels() error {
	note, err := words.RareLabels(r.frame, r.flags.rareLabels, words.Labels(r.problem.Loss))
	if note != "" {
		r.notice("%s", note)
	}
	return err
}

// positive makes the label that --positive names the second of two, which is y = +1. Numbers become text by that, since
// numbers ascend.
func (r *fitting) positive() error {
	if r.flags.positive == "" {
		return nil
	}
	f, labels := r.frame, words.NewLabels(r.frame)
	k := labels.Find(r.flags.positive)
	switch {
	case len(labels.Names) != 2:
		return fmt.Errorf("--positive is for two labels, and the data have %d: %s",
			len(labels.Names), plain.List(labels.Names))
	case k < 0:
		return fmt.Errorf("--positive: the data have no label %q; there are: %s",
			Name(r.flags.positive), plain.List(labels.Names))
	case k == 1:
		return nil
	}
	y := make([]float64, len(f.Y))
	for i, v := range f.Y {
		y[i] = 1 - float64(labels.Place(v))
	}
	f.Y, f.Labels = y, []string{labels.Names[1], labels.Names[0]}
	return nil
}

// wordTargets is a clearer error where the targets of a loss for numbers are words: it names the loss for these. What
// went wrong else stays.
func (r *fitting) wordTargets(o datasets.FrameOptions, err error) error {
	if there, e := os.Stat(r.flags.data); o.TextLabels || o.Target == "" || e != nil || !there.Mode().IsRegular() {
		return err // what is no file cannot be read twice
	}
	o.TextLabels = true
	f, other := datasets.ReadFrame(r.cmd.Context(), r.flags.data, o)
	if other != nil || f.Labels == nil {
		return err
	}
	number := func(word string) bool {
		_, err := strconv.ParseFloat(word, 64)
		return err == nil
	}
	if slices.ContainsFunc(f.Labels, number) || 2*len(f.Labels) > len(f.Y) { // some cells are wrong, or all are names
		return err
	}
	remedy := "--loss multinomial is for several labels"
	if len(f.Labels) == 2 {
		remedy = "--loss logistic is for two labels"
	}
	return fmt.Errorf("%s: the targets %q are words, and the %s loss is for numbers: %s; these are %s", r.flags.data,
		Name(o.Target), r.flags.loss, remedy, plain.List(f.Labels))
}

// constantShare is the share of the squares of the targets that a constant explains, from which on an intercept is
// spoken of: half of them, where the mean is as far from 0 as the targets are from it.
const constantShare = 0.5

// hintIntercept says where a fit of numbers without an intercept has much to explain that an intercept would.
func (r *fitting) hintIntercept() {
	if r.flags.loss != "squared" || r.flags.intercept || r.cmd.Flags().Changed("intercept") || r.data.Task != nil {
		return
	}
	mean, variance := stat.PopMeanVariance(r.data.Y, r.data.Weights)
	if deviation := math.Sqrt(variance); mean*mean > constantShare*(mean*mean+variance) && !constantColumn(r.data.X) {
		r.notice("the mean of the targets is %.4g, with a standard deviation of %.4g, and there is no intercept: "+
			"--intercept adds one, --intercept=false stays without", mean, deviation)
	}
}

// constantColumn tells whether a feature is the same number for all examples, and not 0: an intercept of its own.
func constantColumn(x linalg.Map) bool {
	entries, ok := x.(linalg.Entries)
	if !ok {
		return false
	}
	n, _ := x.Dims()
	left := map[int]float64{}
	entries.VisitRow(0, func(j int, v float64) {
		if v != 0 {
			left[j] = v
		}
	})
	for i := 1; i < n && len(left) > 0; i++ {
		same := map[int]float64{}
		entries.VisitRow(i, func(j int, v float64) {
			if left[j] == v && v != 0 {
				same[j] = v
			}
		})
		left = same
	}
	return len(left) > 0
}
