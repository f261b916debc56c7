package fit

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
)

// pair is a loss with the penalties that go with it.
type pair struct {
	Loss      Loss
	Penalties []Penalty
	ByTask    []Penalty // those that go with it where there are tasks
}

var pairs = []pair{
	{Squared, []Penalty{NoPenalty, L1, Group, SparseGroup, OverlapGroup}, []Penalty{MultiTask, Trace}},
	{Logistic, []Penalty{NoPenalty, L1, Group, SparseGroup, OverlapGroup}, []Penalty{MultiTask, Trace}},
	{Multinomial, []Penalty{NoPenalty, L1, Trace}, nil},
	{Hinge, []Penalty{NoPenalty}, nil},
}

// Pairs says which losses go with which penalties.
func Pairs() string {
	var b strings.Builder
	for _, p := range pairs {
		fmt.Fprintf(&b, "  %-12s %s", p.Loss, list(p.Penalties))
		if p.ByTask != nil {
			fmt.Fprintf(&b, "; with tasks: %s", list(p.ByTask))
		}
		b.WriteByte('\n')
	}
	b.WriteString("  (logistic, multinomial and hinge with none need μ > 0)\n")
	return b.String()
}

func list[T fmt.Stringer](items []T) string {
	names := make([]string, len(items))
	for i, v := range items {
		names[i] = v.String()
	}
	return strings.Join(names, ", ")
}

// PairError says that a loss does not go with a penalty.
type PairError struct {
	Loss    Loss
	Penalty Penalty
	Tasks   bool
	Why     string
}

// Error lists the pairs that are allowed.
func (e *PairError) Error() string {
	with := ""
	if e.Tasks {
		with = " and tasks"
	}
	return fmt.Sprintf("%s with %s%s: %s; the pairs are\n%s", e.Loss, e.Penalty, with, e.Why, Pairs())
}

// Check tells what is wrong with the settings, whatever the data; tasks says whether these have tasks.
func (c Linear) Check(tasks bool) error {
	i := slices.IndexFunc(pairs, func(p pair) bool { return p.Loss == c.Loss })
	refuse := func(why string) error { return &PairError{c.Loss, c.Penalty, tasks, why} }
	finite := func(v float64) bool { return v >= 0 && !math.IsInf(v, 1) }
	switch {
	case i < 0:
		return refuse("there is no such loss")
	case tasks && !slices.Contains(pairs[i].ByTask, c.Penalty):
		return refuse("this is no pair for tasks")
	case !tasks && slices.Contains(pairs[i].ByTask, c.Penalty) && !slices.Contains(pairs[i].Penalties, c.Penalty):
		return refuse("this pair needs tasks")
	case !tasks && !slices.Contains(pairs[i].Penalties, c.Penalty):
		return refuse("this is no pair")
	case c.Penalty == NoPenalty && c.Loss != Squared && !(c.Mu > 0):
		return refuse("without a penalty this loss may have no minimum: it needs μ > 0")
	case !finite(c.Mu):
		return fmt.Errorf("μ = %g: it must be finite and not negative", c.Mu)
	case !(c.Mix >= 0 && c.Mix <= 1):
		return fmt.Errorf("the mix S = %g: it must be between 0 and 1", c.Mix)
	case !finite(c.Tol):
		return fmt.Errorf("the tolerance is %g: it must be finite and not negative", c.Tol)
	case c.MaxIter < 0 || c.TimeLimit < 0:
		return errors.New("limits must not be negative")
	case c.grouped() && len(c.Groups) == 0:
		return fmt.Errorf("the penalty %s needs groups", c.Penalty)
	case !c.grouped() && len(c.Groups) > 0:
		return fmt.Errorf("groups go with group, sparse-group and overlap-group, not with %s", c.Penalty)
	case c.GroupWeights != nil && len(c.GroupWeights) != len(c.Groups):
		return fmt.Errorf("there are %d weights for %d groups", len(c.GroupWeights), len(c.Groups))
	}
	for g, w := range c.GroupWeights {
		if !finite(w) {
			return fmt.Errorf("the weight of group %d is %g: it must be finite and not negative", g+1, w)
		}
	}
	return nil
}

func (c Linear) grouped() bool {
	return c.Penalty == Group || c.Penalty == SparseGroup || c.Penalty == OverlapGroup
}

// checkLambda is for one λ.
func (c Linear) checkLambda(lambda float64) error {
	if c.Penalty != NoPenalty && (!(lambda > 0) || math.IsInf(lambda, 1)) {
		return fmt.Errorf("λ = %g: it must be positive and finite; without regularization the penalty is none", lambda)
	}
	return nil
}
