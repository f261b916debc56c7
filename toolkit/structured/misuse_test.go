package structured_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/params"
	"github.com/proxlab/proxlab/toolkit/structured"
)

// panicOf returns what f panics with as text: "" for no panic, and a runtime error by its own words.
func panicOf(f func()) (says string) {
	defer func() {
		if r := recover(); r != nil {
			says = fmt.Sprint(r)
		}
	}()
	f()
	return ""
}

// TestMisuseIsNamed: what does not go together ends in a panic that names the value, and in no index of some slice.
func TestMisuseIsNamed(t *testing.T) {
	t.Parallel()
	scores := func(labels, emission, transition int) *structured.ChainScores {
		return &structured.ChainScores{
			Labels: labels, Emission: make([]float64, emission), Transition: make([]float64, transition),
		}
	}
	x := linalg.NewDense(4, 2, nil)
	whole := chainModel(x, 3)
	grad := func(s structured.Sequences, i int, p toolkit.Params) func() {
		return func() { (&structured.Hinge{Data: &s}).Grad(i, p, &toolkit.Update{}) }
	}
	good := structured.Sequences{Start: []int{0, 2, 4}, Y: []int{0, 2, 1, 1}, Labels: 3}
	bad := func(start, y []int) structured.Sequences { return structured.Sequences{Start: start, Y: y, Labels: 3} }
	for name, c := range map[string]struct {
		do   func()
		says string
	}{
		"no such sequence": {grad(good, 2, whole), "no sequence 2"},
		"a negative one":   {grad(good, -1, whole), "no sequence -1"},
		"no Start":         {grad(bad(nil, good.Y), 0, whole), "Start has 0 entries"},
		"start too far":    {grad(bad([]int{0, 5}, good.Y), 0, whole), "position 0 to 5 of 4"},
		"start down":       {grad(bad([]int{3, 1}, good.Y), 0, whole), "position 3 to 1"},
		"negative start":   {grad(bad([]int{-1, 1}, good.Y), 0, whole), "position -1 to 1"},
		"label too high":   {grad(bad(good.Start, []int{0, 3, 1, 1}), 0, whole), "position 2 has label 3"},
		"negative label":   {grad(bad(good.Start, []int{-7, 0, 1, 1}), 0, whole), "position 1 has label -7"},
		"of the field": {func() {
			s := bad(good.Start, []int{0, 0, 9, 0})
			(&structured.CRF{Data: &s}).Grad(1, whole, &toolkit.Update{})
		}, "position 1 has label 9"},
		"labels of a sequence": {func() { good.Of(4) }, "no sequence 4"},
		"no transition block": {
			grad(good, 0, params.NewModel([]params.Block{params.NewExplicit(structured.Emission, x, 3)})),
			"no block of transitions",
		},
		"no emission block": {
			grad(good, 0, params.NewModel([]params.Block{params.NewExplicit(structured.Transition, x, 3)})),
			"no block of emissions",
		},
		"no transition scores": {decode(2, scores(2, 4, 0)), "no transitions; where none count, give 4 zeros"},
		"transition scores":    {logPartition(scores(2, 4, 3)), "3 transition scores"},
		"emission scores":      {logPartition(scores(3, 4, 9)), "4 emission scores"},
		"no labels":            {func() { scores(0, 4, 9).Of(nil) }, "scores of 0 labels"},
		"marginals":            {marginals(scores(2, 2, 0)), "no transitions"},
		"labelling too short":  {func() { scores(2, 4, 4).Of([]int{1}) }, "1 labels, 2 positions"},
		"labelling of others":  {func() { scores(2, 4, 4).AddHamming([]int{1, 2}) }, "position 2 has label 2"},
		"room for too few":     {decode(0, scores(2, 4, 4)), "room for 0, 2 positions"},
		"exhaustive, too many": {exhaust(3, scores(2, 4, 4)), "3 labels, 2 positions"},
	} {
		if says := panicOf(c.do); !strings.HasPrefix(says, "structured: ") || !strings.Contains(says, c.says) {
			t.Errorf("%s: %q does not say %q", name, says, c.says)
		}
	}
}

func decode(room int, s *structured.ChainScores) func() {
	return func() { new(structured.Viterbi).Decode(make([]int, room), s) }
}

func exhaust(room int, s *structured.ChainScores) func() {
	return func() { structured.Exhaustive{}.Decode(make([]int, room), s) }
}

func logPartition(s *structured.ChainScores) func() {
	return func() { new(structured.ForwardBackward).LogPartition(s) }
}

func marginals(s *structured.ChainScores) func() {
	return func() { new(structured.ForwardBackward).Marginals(new(structured.ChainMarginals), s) }
}

// TestSequencesAreChecked: as data they end in errors.
func TestSequencesAreChecked(t *testing.T) {
	t.Parallel()
	for says, s := range map[string]structured.Sequences{
		"it has 1 entries":         {Start: []int{0}, Labels: 2},
		"it has 0 entries":         {Labels: 2},
		"start[0] is 1":            {Start: []int{1, 2}, Y: []int{0, 0}, Labels: 2},
		"start[1], the last, is 3": {Start: []int{0, 3}, Y: []int{0, 0}, Labels: 2},
		"start[2] = 1 is less":     {Start: []int{0, 3, 1, 2}, Y: []int{0, 0}, Labels: 2},
		"position 2 has label 2":   {Start: []int{0, 2}, Y: []int{0, 2}, Labels: 2},
		"position 1 has label -1":  {Start: []int{0, 2}, Y: []int{-1, 2}, Labels: 2},
		"0 labels":                 {Start: []int{0, 2}, Y: []int{0, 0}},
	} {
		if err := s.Check(); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("error %v does not say %q", err, says)
		}
	}
	if err := (&structured.Sequences{Start: []int{0, 0, 2}, Y: []int{1, 0}, Labels: 2}).Check(); err != nil {
		t.Errorf("an empty sequence among others: %v", err)
	}
}
