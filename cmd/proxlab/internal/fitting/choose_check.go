package fitting

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/proxlab/proxlab/cmd/proxlab/internal/ui"
	"github.com/proxlab/proxlab/toolkit/fit/judging"
)

// unless is a thing that must not be, and what to say of it.
type unless struct {
	wrong bool
	says  string
}

// first is the error of the first thing that is wrong.
func first(rules []unless) error {
	for _, r := range rules {
		if r.wrong {
			return errors.New(r.says)
		}
	}
	return nil
}

// checkChoosing tests that the flags of choosing go together.
func (f *fitFlags) checkChoosing() error {
	c := f.choosing
	if c.criterion != "" && !slices.Contains(criteria, c.criterion) {
		return ui.WordError("criterion", c.criterion, criteria)
	}
	return first(slices.Concat(f.strengthRules(), f.relaxRules(), f.foldRules(), f.findingRules()))
}

// unrelaxed are the penalties that select no features.
var unrelaxed = []string{"none", "fused", "graph", "tv", "fused-tasks", "graph-tasks", "smooth-tasks", "trace"}

// relaxRules are about fits without penalty on what is selected.
func (f *fitFlags) relaxRules() []unless {
	c := f.choosing
	given := c.relax != nil
	outside := func(v float64) bool { return !(v >= 0 && v <= 1) }
	return []unless{
		{slices.ContainsFunc(c.relax, outside) || !slices.IsSorted(c.relax),
			fmt.Sprintf("--relax %v: shares are from 0 to 1, and rise", c.relax)},
		{given && f.of.Has(unrelaxed...),
			fmt.Sprintf("--relax learns anew on the features that a penalty selects, and %s selects none", f.penalty)},
		{given && f.structure.Bounded(), "--relax goes without bounds and constraints"},
		{given && (f.sums() || f.of.Mapped()), "--relax goes along λ: with no grid of strengths, and no --map"},
		{len(c.relax) > 1 && f.path == 0, "several shares of --relax go with --path; one model takes one"},
		{given && (c.criterion != "" || c.intervals > 0),
			"--criterion and --intervals are of models with a penalty: leave --relax out"},
	}
}

// strengthRules are about what λ and μ a path has.
func (f *fitFlags) strengthRules() []unless {
	c, none := f.choosing, f.penalty == "none"
	outside := func(v float64) bool { return !(v > 0 && v <= 1) }
	negative := func(v float64) bool { return !(v >= 0) || math.IsInf(v, 1) }
	return []unless{
		{c.ratios != nil && (none || f.path == 0),
			"--l1-ratio goes with a penalty and --path; for one model give --lambda and --mu"},
		{slices.ContainsFunc(c.ratios, outside),
			fmt.Sprintf("--l1-ratio %v: shares are above 0 and at most 1; a ridge alone is --penalty none", c.ratios)},
		{c.mus != nil && !none && f.path == 0, "--mu-path goes with --path; for one model give --mu"},
		{slices.ContainsFunc(c.mus, negative),
			fmt.Sprintf("--mu-path %v: each μ must be finite and not negative", c.mus)},
		{c.mus != nil && none && f.path > 0, "without a penalty give --path or --mu-path, not both"},
		{c.mus != nil && (c.ratios != nil || f.mu != 0), "--mu-path says every μ: leave --mu and --l1-ratio out"},
		{c.ratios != nil && f.mu != 0, "--l1-ratio says every μ: leave --mu out"},
	}
}

// foldRules are about how folds are dealt.
func (f *fitFlags) foldRules() []unless {
	c := f.choosing
	return []unless{
		{c.foldBy != "" && c.foldOrder != "", "folds go by --fold-by or by --fold-order, not by both"},
		{f.cv == 0 && c.by != "", "--choose-by says what --cv judges by: give it a number of folds"},
		{c.by != "" && !slices.Contains(judging.Words(), c.by),
			fmt.Sprintf("--choose-by %s: there are %s", c.by, strings.Join(judging.Words(), ", "))},
		{f.cv == 0 && (c.foldBy != "" || c.foldOrder != "" || c.repeats > 1),
			"--fold-by, --fold-order and --repeats say how --cv deals: give it a number of folds"},
		{c.repeats < 0 || c.repeats > 1 && c.foldOrder != "",
			"--repeats takes a number from 1, and folds by time cannot be repeated"},
		{c.repeats > mostRepeats, fmt.Sprintf("--repeats %d: at most %d: the error's spread falls with their root, and "+
			"every one deals all examples", c.repeats, mostRepeats)},
	}
}

// findingRules are about what tells how good a choice is.
func (f *fitFlags) findingRules() []unless {
	c := f.choosing
	return []unless{
		{c.criterion != "" && !f.many(), "--criterion chooses from a path: give --path"},
		{c.ebicGamma != 1 && (c.criterion != "ebic" || !(c.ebicGamma >= 0 && c.ebicGamma <= 1)),
			fmt.Sprintf("--ebic-gamma %g: it goes with --criterion ebic, and is from 0 to 1", c.ebicGamma)},
		{c.nested != 0 && (c.nested < 2 || f.cv == 0 || !f.many()),
			"--nested takes two outer folds at least, and goes with --path and --cv, whose choice it judges"},
		{c.nested != 0 && c.criterion != "", "--nested judges the choice by --cv: leave --criterion out"},
		{c.stability > 0 && f.sums(), "--stability goes along λ: give each penalty one strength"},
		{!(c.stability >= 0) || c.stability > 0 && f.penalty == "none",
			"--stability takes a number of errors above 0, and needs a penalty that selects features"},
		{c.stability > 0 && !(c.threshold > 0.5 && c.threshold <= 1),
			fmt.Sprintf("--threshold %g: it must be above 0.5 and at most 1", c.threshold)},
		{c.intervals != 0 && !(c.intervals > 0 && c.intervals < 1),
			fmt.Sprintf("--intervals %g: a level between 0 and 1 is due, as 0.95", c.intervals)},
	}
}

// checkTheta tests what --find-theta goes with.
func (f *fitFlags) checkTheta(given bool) error {
	return first([]unless{
		{f.findTheta && f.loss != "negative-binomial", "--find-theta is of the negative-binomial loss"},
		{f.findTheta && given, "--find-theta finds what --theta says: give one of both"},
		{f.findTheta && (f.many() || f.cv > 0),
			"--find-theta is for one λ and without folds: give the θ that it finds as --theta to paths"},
	})
}
