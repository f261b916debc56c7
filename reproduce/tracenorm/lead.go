package tracenorm

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/stat"

	"github.com/proxlab/proxlab/reproduce"
	"github.com/proxlab/proxlab/reproduce/evidence"
)

// duel compares a method with a rival in a panel or set of a table, by the work that each needs to a share of the best
// objective.
type duel struct {
	where, ours, rival string
	work               string
	share              float64
}

// lead is by how many decades (powers of ten) the method of a duel is before the rival, by replication: of work, or of
// relative accuracy after the same work.
//
// Work of a method that did not arrive is more than it was given, no more is known: it is censored. Where the other one
// arrived, the lead is then at least or at most what follows. Where neither did in some replication nothing is known of
// it: accuracies when the first of the two had done its work are said, and decide nothing.
type lead struct {
	duel
	decades         []float64
	atLeast, atMost bool // some may be larger, or smaller
	same            bool // accuracies after the same work
}

// lead takes the rows of the duel's two methods, paired by replication from the first on.
func (d duel) lead(t *reproduce.Table) lead {
	out := lead{duel: d}
	a, b := d.numbers(t, d.ours, eachReached(d.work, d.share)), d.numbers(t, d.rival, eachReached(d.work, d.share))
	ends, rivals := d.numbers(t, d.ours, eachWork(d.work)), d.numbers(t, d.rival, eachWork(d.work))
	n := min(len(a), len(b))
	for k := range n {
		switch never, rivalNever := math.IsNaN(a[k]), math.IsNaN(b[k]); {
		case never && rivalNever:
			return d.after(t)
		case never:
			out.decades, out.atMost = append(out.decades, math.Log10(b[k]/ends[k])), true
		case rivalNever:
			out.decades, out.atLeast = append(out.decades, math.Log10(rivals[k]/a[k])), true
		default:
			out.decades = append(out.decades, math.Log10(b[k]/a[k]))
		}
	}
	return out
}

// numbers are a method's values by replication.
func (d duel) numbers(t *reproduce.Table, method string, of *reproduce.Value[raced, []float64]) []float64 {
	r, _ := t.Row(d.where + "/" + method)
	return of.In(r)
}

// after has the accuracies after the same work, which say nothing of the work to the share.
func (d duel) after(t *reproduce.Table) lead {
	r, _ := t.Row(d.where + "/" + d.rival)
	ours, theirs := met(d.work).ours.In(r), met(d.work).theirs.In(r)
	out := lead{duel: d, atLeast: true, atMost: true}
	if d.ours != literal { // others are not compared so
		out.decades = []float64{0}
		return out
	}
	out.same = true
	for k := range ours {
		out.decades = append(out.decades, math.Log10(theirs[k]/ours[k]))
	}
	return out
}

// firstOf are the numbers of replications before any was run, the least of a table's panels or of its sets.
var firstOf = map[string]evidence.From{tableFigure1: 3, tableFigure2: 10}

// margin is an effect, with what is not known of it.
type margin struct {
	evidence.Effect
	atLeast, atMost bool // the truth may be larger, or smaller
}

// before is the effect that the method is before the rival.
func (l lead) before() margin {
	return margin{evidence.AtLeast(l.name()+", in decades", l.decades, 0), l.atLeast, l.atMost}
}

// behind is the effect that the rival is before the method.
func (l lead) behind() margin {
	return margin{evidence.AtLeast(l.name()+", rival before, in decades", scaled(-1, l.decades), 0), l.atMost, l.atLeast}
}

// alike are the two effects that neither is ahead of the other by more than so many decades.
func (l lead) alike(decades float64) []margin {
	name := fmt.Sprintf("%s, ahead by at most %g decades", l.name(), decades)
	return []margin{
		{evidence.AtLeast(name+", ours", scaled(-1, l.decades), -decades), l.atMost, l.atLeast},
		{evidence.AtLeast(name+", rival", l.decades, -decades), l.atLeast, l.atMost},
	}
}

func scaled(by float64, values []float64) []float64 {
	return reproduce.Each(values, func(v float64) float64 { return by * v })
}

func (l lead) name() string {
	if l.same {
		return fmt.Sprintf("%s, accuracy after the same work, ContR1D and %s", l.where, methodTitles[l.rival])
	}
	return fmt.Sprintf("%s to %.0e, %s and %s", l.where, l.share, methodTitles[l.ours], methodTitles[l.rival])
}

// text says what both methods needed: geometric means over replications, or more than they were given.
func (l lead) text(t *reproduce.Table) string {
	if l.same {
		r, _ := t.Row(l.where + "/" + l.rival)
		mean := func(of *reproduce.Value[raced, []float64]) float64 {
			return stat.GeometricMean(of.In(r), nil)
		}
		return fmt.Sprintf("%s after %s, where neither has arrived: accuracy of %s %.2g, of %s %.2g", l.where,
			amount(l.work, mean(met(l.work).at)), methodTitles[l.ours], mean(met(l.work).ours),
			methodTitles[l.rival], mean(met(l.work).theirs))
	}
	return fmt.Sprintf("%s to %.0e: %s %s, %s %s", l.where, l.share, methodTitles[l.ours], l.needed(t, l.ours),
		methodTitles[l.rival], l.needed(t, l.rival))
}

// needed says how much work a method needed on the replications of the lead. Where it did not arrive it is more than it
// was given, in evaluations of the loss and what they took.
func (l lead) needed(t *reproduce.Table, method string) string {
	row, _ := t.Row(l.where + "/" + method)
	values := slices.Clone(l.numbers(t, method, eachReached(l.work, l.share))[:len(l.decades)])
	ends := l.numbers(t, method, eachWork(l.work))
	late := 0
	for k, v := range values {
		if math.IsNaN(v) {
			values[k], late = ends[k], late+1
		}
	}
	out := amount(l.work, stat.GeometricMean(values, nil))
	switch {
	case late == len(values):
		return fmt.Sprintf("> %s (%.0f evaluations)", out, evaluations.In(row))
	case late > 0:
		return fmt.Sprintf("> %s (not there in %d of %d)", out, late, len(values))
	}
	return out
}

// amount writes work with its unit.
func amount(work string, v float64) string {
	switch {
	case work == inIterations:
		return fmt.Sprintf("%.0f iterations", v)
	case v < 0.1:
		return fmt.Sprintf("%.1f ms", 1000*v)
	}
	return fmt.Sprintf("%.3g s", v)
}

// decide is All where of some margins no more than a bound is known: those show what the bound shows, and
// where that is nothing the claim stays open, unless another margin is against it.
func decide(first evidence.From, ours string, margins ...margin) reproduce.Finding {
	var known, all []evidence.Effect
	var unknown []string
	for _, m := range margins {
		all = append(all, m.Effect)
		verdict := first.All("x", m.Effect).Verdict
		if m.atMost && verdict != reproduce.Fails || m.atLeast && verdict != reproduce.Holds {
			unknown = append(unknown, m.Name)
		} else {
			known = append(known, m.Effect)
		}
	}
	if len(unknown) == 0 {
		return first.All(ours, all...)
	}
	f := first.All(ours, known...)
	if f.Verdict == reproduce.Fails {
		return f
	}
	return reproduce.Finding{
		Ours: ours, Verdict: reproduce.Open,
		Spread: "not known, as a method was given too little work: longer races would tell: " + strings.Join(unknown, "; "),
	}
}
