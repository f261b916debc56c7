package sparsity

import (
	"fmt"
	"slices"
	"strings"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/reproduce"
	"github.com/proxlab/proxlab/reproduce/evidence"
)

// claims are all, by the paper's figures and propositions.
var claims = slices.Concat(claimsOnTasks, claimsOnPrediction, claimsOnSelection, claimsOnTime, claimsOnAll,
	claimsOnSteps, claimsOnOthers, claimsOnTheory)

// planned is the number of replications of the paper, and of every cell before any was run.
const planned = evidence.From(20)

// judge says what was found on a table.
type judge = func(t *reproduce.Table, rec *reproduce.Record) reproduce.Finding

const notDebiased = " “This last step is a post-processing”: the errors are those of the sparse model itself."

// The readings of the features of section 5.1, on which all that μ does depends.
var (
	raw = reproduce.Reading{
		Name: "raw", Rank: reproduce.Stated,
		Reason: "“x is uniformly drawn from [0,1]^d”, and nothing is said of taking means away: the features are as they " +
			"are drawn. Nearly all of the loss's largest curvature, and with it μ, is then that of their mean.",
	}
	centred = reproduce.Reading{
		Name: "centred", Rank: reproduce.Ours,
		Reason: "“x is uniformly drawn from [0,1]^d”, and nothing is said of an intercept: features and targets are less " +
			"their means over the training examples, as is usual for the lasso.",
	}
	rawPlain     = plain(raw)
	centredPlain = plain(centred)
)

// plain is a reading without the last step.
func plain(r reproduce.Reading) reproduce.Reading {
	return reproduce.Reading{Name: r.Name + ", not debiased", Rank: reproduce.Ours, Reason: r.Reason + notDebiased}
}

// onBoth returns a criterion for a table of raw features and for that of centred ones, with its figure, which has the
// table's id.
func onBoth(c reproduce.Criterion, table string, readings ...reproduce.Reading) []reproduce.Criterion {
	if len(readings) == 0 {
		readings = []reproduce.Reading{raw, centred}
	}
	var out []reproduce.Criterion
	for i, on := range []string{table, table + "-centred"} {
		each := c.On(on).Under(readings[i])
		if each.Figure == "" {
			each.Figure = on
		}
		out = append(out, each)
	}
	return out
}

// above returns the effect that the mean of a is above that of b by at least by. Replications of one seed have the same
// weights and, where only n differs, the same first examples: they are paired, unless one side has more of them.
func above(name string, a, b []float64, by float64) evidence.Effect {
	if len(a) != len(b) {
		return evidence.Unpaired(name, a, b, by)
	}
	return evidence.Paired(name, a, b, by)
}

// common returns as many numbers of both as both have: all, unless a run was interrupted.
func common(a, b []float64) (c, d []float64) {
	n := min(len(a), len(b))
	return a[:n], b[:n]
}

// more returns the effect that the mean of a number is above that of another row by at least by.
func more(
	name string, of *reproduce.Value[found[Outcome], []float64], row, other reproduce.Row, by float64,
) evidence.Effect {
	return above(name, of.In(row), of.In(other), by)
}

// atMost returns the effect that the mean of a number is at most so many times that of another row.
func atMost(
	name string, of *reproduce.Value[found[Outcome], []float64], row, other reproduce.Row, times float64,
) evidence.Effect {
	most := slices.Clone(of.In(other))
	floats.Scale(times, most)
	return above(name, most, of.In(row), 0)
}

// eachAlpha visits the rows of α > 0 with that of α = 0 and the same d and n.
func eachAlpha(g grid, visit func(row, base reproduce.Row)) {
	for _, r := range g.rows {
		if keyAlpha.In(r) == 0 {
			continue
		}
		if base, ok := g.at(position{keyAlpha: 0, keyD: keyD.In(r), keyN: keyN.In(r)}); ok {
			visit(r, base)
		}
	}
}

// alphas lists the values of α.
func alphas(g grid) string {
	var out []string
	for _, a := range g.values(keyAlpha) {
		out = append(out, fmt.Sprintf("%g", a))
	}
	return strings.Join(out, ", ")
}

// place names a row's size and α.
func place(r reproduce.Row) string {
	return fmt.Sprintf("d = %.0f, n = %.0f, α = %g", keyD.In(r), keyN.In(r), keyAlpha.In(r))
}
