package choose

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
)

// Splits say how cross-validation splits examples into folds. The zero value but for Folds deals examples out at
// random, label by label and task by task, so that each fold has its share of every label and task, as far as their
// numbers allow: folds are stratified.
type Splits struct {
	// Folds is how many there are, two at least.
	Folds int
	// Repeats deals anew so many times, and has Repeats × Folds folds; 0 for 1.
	Repeats int
	// Group, where not nil, says what each example belongs to, as a patient or a writer: examples of one group are
	// learnt from or judged by together. Groups are dealt out at random, the largest first, each to the fold that holds
	// the fewest examples; labels are not looked at.
	Group []int
	// Order, where not nil, is the time of each example. Times are cut into Folds + 1 stretches of about as many
	// examples, none of which divides examples of one time; fold k learns from the first k stretches and is judged by
	// the next one: by the future alone.
	Order []float64
}

// Split makes folds of the examples; the problem's seed deals. Examples of weight 0 are in no fold.
func Split(of Learner, s Splits) ([]Fold, error) {
	p, err := of.Problem()
	if err != nil {
		return nil, err
	}
	switch n := p.weighty(); {
	case s.Folds < 2 || s.Folds > n:
		return nil, fmt.Errorf("%d folds of %d examples: there must be two at least, with an example each", s.Folds, n)
	case s.Repeats < 0:
		return nil, fmt.Errorf("%d repeats: there must be one at least", s.Repeats)
	case s.Group != nil && len(s.Group) != p.Examples, s.Order != nil && len(s.Order) != p.Examples:
		return nil, fmt.Errorf("there are %d examples, %d groups and %d times", p.Examples, len(s.Group), len(s.Order))
	case s.Group != nil && s.Order != nil:
		return nil, errors.New("folds go by groups or by time, not by both")
	case s.Order != nil:
		if s.Repeats > 1 {
			return nil, errors.New("folds by time have no chance in them: they cannot be repeated")
		}
		return p.byTime(s)
	}
	var out []Fold
	for r := range max(1, s.Repeats) {
		of, err := p.dealt(s, uint64(r))
		if err != nil {
			return nil, err
		}
		out = append(out, foldsOf(of, s.Folds)...)
	}
	return out, nil
}

// dealt says which fold holds each example out in one dealing; −1 for none.
func (p *Problem) dealt(s Splits, repeat uint64) ([]int, error) {
	rng := rand.New(rand.NewPCG(p.Seed, 89+repeat<<32))
	if s.Group != nil {
		return p.dealGroups(s, rng)
	}
	return p.deal(s.Folds, rng)
}

// foldsOf are the folds that hold out the examples dealt to each.
func foldsOf(of []int, count int) []Fold {
	out := make([]Fold, count)
	for i, f := range of {
		if f < 0 {
			continue
		}
		for k := range out {
			if k == f {
				out[k].Test = append(out[k].Test, i)
			} else {
				out[k].Train = append(out[k].Train, i)
			}
		}
	}
	return out
}

// dealGroups deals whole groups.
func (p *Problem) dealGroups(s Splits, rng *rand.Rand) ([]int, error) {
	size := map[int]int{}
	var groups []int
	for i, g := range s.Group {
		if !p.counts(i) {
			continue
		}
		if size[g] == 0 {
			groups = append(groups, g)
		}
		size[g]++
	}
	if len(groups) < s.Folds {
		return nil, fmt.Errorf("%d folds of %d groups of examples: each needs one at least", s.Folds, len(groups))
	}
	slices.Sort(groups)
	rng.Shuffle(len(groups), func(i, j int) { groups[i], groups[j] = groups[j], groups[i] })
	slices.SortStableFunc(groups, func(a, b int) int { return cmp.Compare(size[b], size[a]) })
	held, fold := make([]int, s.Folds), map[int]int{}
	for _, g := range groups {
		least := 0
		for f := range held {
			if held[f] < held[least] {
				least = f
			}
		}
		fold[g] = least
		held[least] += size[g]
	}
	out := make([]int, len(s.Group))
	for i, g := range s.Group {
		out[i] = fold[g]
		if !p.counts(i) {
			out[i] = -1
		}
	}
	return out, nil
}

// byTime are folds that learn from the past.
func (p *Problem) byTime(s Splits) ([]Fold, error) {
	var rows []int
	for i, t := range s.Order {
		if math.IsNaN(t) || math.IsInf(t, 0) {
			return nil, fmt.Errorf("the time of example %d is %g", i+1, t)
		}
		if p.counts(i) {
			rows = append(rows, i)
		}
	}
	slices.SortStableFunc(rows, func(i, j int) int { return cmp.Compare(s.Order[i], s.Order[j]) })
	cuts := []int{0}
	for k := 1; k <= s.Folds; k++ {
		at := k * len(rows) / (s.Folds + 1)
		for at > 0 && at < len(rows) && s.Order[rows[at]] == s.Order[rows[at-1]] { // all of one time are before it
			at++
		}
		if at <= cuts[len(cuts)-1] || at >= len(rows) {
			return nil, fmt.Errorf("%d folds by time: too many examples have the same one", s.Folds)
		}
		cuts = append(cuts, at)
	}
	cuts = append(cuts, len(rows))
	out := make([]Fold, s.Folds)
	for k := range out {
		out[k] = Fold{Train: rows[:cuts[k+1]:cuts[k+1]], Test: rows[cuts[k+1]:cuts[k+2]]}
	}
	return out, nil
}

// check tells what is wrong with folds.
func (p *Problem) check(folds []Fold) error {
	if len(folds) == 0 {
		return errors.New("there are no folds")
	}
	out := func(i int) bool { return i < 0 || i >= p.Examples }
	for f, fold := range folds {
		switch {
		case len(fold.Train) == 0 || len(fold.Test) == 0:
			return fmt.Errorf("fold %d has %d examples to learn from and %d to be judged by", f+1, len(fold.Train),
				len(fold.Test))
		case slices.ContainsFunc(fold.Train, out) || slices.ContainsFunc(fold.Test, out):
			return fmt.Errorf("fold %d has an example that is none of the %d of the data", f+1, p.Examples)
		}
	}
	return nil
}

// deal says which fold holds each example out.
func (p *Problem) deal(folds int, rng *rand.Rand) ([]int, error) {
	key := func(i int) (task int64, label float64) {
		if p.Tasks != nil {
			task = p.Tasks[i]
		}
		if p.Labels != nil {
			label = p.Labels[i]
		}
		return task, label
	}
	order := rng.Perm(p.Examples)
	slices.SortStableFunc(order, func(i, j int) int {
		ti, li := key(i)
		tj, lj := key(j)
		switch {
		case ti < tj || ti == tj && li < lj:
			return -1
		case ti > tj || li > lj:
			return 1
		}
		return 0
	})
	if err := p.requirePairs(); err != nil {
		return nil, err
	}
	fold := make([]int, p.Examples)
	at := 0
	for _, i := range order {
		if !p.counts(i) {
			fold[i] = -1 // nobody judges by it
			continue
		}
		fold[i] = at % folds
		at++
	}
	return fold, nil
}

// ErrAlone says that a label or a task has one example.
var ErrAlone = errors.New("cross-validation needs two of each")

// requirePairs returns an error where a label or a task has one example: the fold that holds it out could not learn
// it.
func (p *Problem) requirePairs() error {
	labels, tasks := map[float64]int{}, map[int64]int{}
	for i := range p.Examples {
		if !p.counts(i) {
			continue
		}
		if p.Labels != nil {
			labels[p.Labels[i]]++
		}
		if p.Tasks != nil {
			tasks[p.Tasks[i]]++
		}
	}
	for l, count := range labels {
		if count < 2 {
			return fmt.Errorf("the label %s has one example: %w", p.Name(l), ErrAlone)
		}
	}
	for t, count := range tasks {
		if count < 2 {
			return fmt.Errorf("task %d has one example: %w", t, ErrAlone)
		}
	}
	return nil
}
