package newton

import (
	"context"
	"errors"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/linalg"
)

// The first working set has the share 1/firstSet of the examples, and none fewer than leastSet. A set whose solution
// is worth less than leastTried of the way, or steps beyond mostNewton, mean that an interior point is quicker; the
// first not for dense rows, whose products are quick here and sparse there.
const (
	firstSet   = 3
	leastSet   = 2000
	leastTried = 0.1
	mostNewton = 150
)

// A set is solved to 1/3000 of the gap, but no further than a bit less than what is usually asked for; once that is
// reached, to 1/100 of the gap.
const (
	setShare   = 100
	setMost    = 3000
	usual      = 1e-6
	wellWithin = 0.6
)

// semismooth is a run of Semismooth.
type semismooth struct {
	*svm
	s         *SemismoothState
	norms     []float64      // of the columns
	dual      float64        // the best dual objective so far
	terms     float64        // the sum of the absolute values of its terms
	size      int            // of the next working set
	unsettled bool           // Newton's method takes too many steps
	ip        *interiorPoint // which goes on then; nil before
}

// step solves on a working set, and tries the solution on all examples.
func (r *semismooth) step(ctx context.Context) (objective float64, err error) {
	if r.unsettled {
		return r.byInteriorPoint(ctx)
	}
	rows := r.near()
	part := r.some(rows)
	part.pulls(part.grad, 1, 1)
	part.base = append([]float64(nil), r.pull...)
	floats.Sub(part.base, part.grad)
	copy(part.pull, r.pull)
	err = part.turn()
	if err == nil {
		var steps int
		steps, err = part.settle(ctx, r.target(), 0)
		r.s.Newton += 1 + steps
	}
	switch {
	case errors.Is(err, errSingular):
		return math.NaN(), nil
	case err != nil && !errors.Is(err, errUnsettled):
		return r.s.Objective, err
	}
	r.width = part.width
	r.try(rows, part)
	r.s.Iter++
	copy(r.s.w, r.w)
	r.certify()
	r.unsettled = r.s.Step < leastTried && !linalg.IsDense(r.a) || r.s.Newton > mostNewton
	return r.s.Objective, nil
}

// target is the gap to which the next set is solved.
func (r *semismooth) target() float64 {
	gap, enough := r.s.Gap, usual*r.s.Objective
	switch {
	case r.s.Iter == 0:
		return 1e-3 * floats.Sum(r.c)
	case gap > enough:
		return max(gap/setMost, wellWithin*enough)
	}
	return gap / setShare
}

// byInteriorPoint goes on with all examples of positive weight, from its own start.
func (r *semismooth) byInteriorPoint(ctx context.Context) (objective float64, err error) {
	if r.ip == nil {
		var rows []int
		for i, c := range r.c {
			if c > 0 {
				rows = append(rows, i)
			}
		}
		of := r.svm
		if len(rows) < len(r.c) {
			of = r.some(rows)
		}
		r.ip = of.interiorPoint()
	}
	if objective, err = r.ip.step(ctx); err != nil {
		return objective, err
	}
	iter := r.s.Iter + 1
	r.s.Progress, r.s.Iter = r.ip.s.Progress, iter
	copy(r.s.w, r.ip.s.w)
	return objective, nil
}

// near are the examples nearest to the margin, about so many as the size says. Where slopes are between 0 and 1, or not
// those of the side they are on, examples count as next to it.
func (r *semismooth) near() []int {
	n, most := len(r.y), math.Inf(1)
	distance := func(i int) float64 {
		a, short := r.slope[i], 1-r.margin[i]
		if inside(a) || (a-0.5)*short < 0 {
			return 0
		}
		return math.Abs(short)
	}
	if r.size < n {
		sample := make([]float64, 1024)
		for k := range sample {
			sample[k] = distance(k * n / len(sample))
		}
		slices.Sort(sample)
		most = sample[min(len(sample)-1, 1+r.size*len(sample)/n)]
	}
	rows := make([]int, 0, min(n, r.size*5/4))
	for i, c := range r.c {
		if c > 0 && distance(i) <= most {
			rows = append(rows, i)
		}
	}
	return rows
}

// try goes to the solution of a working set, or as far as the objective of all falls, and chooses the size of the next.
// Slopes of the set are kept.
func (r *semismooth) try(rows []int, part *svm) {
	r.margins(r.dm, part.w)
	crossed := 0
	for i, m := range r.margin {
		if (1-m)*(1-r.dm[i]) < 0 {
			crossed++
		}
	}
	for k, i := range rows {
		if r.slope[i] = part.slope[k]; (1-r.margin[i])*(1-r.dm[i]) < 0 {
			crossed--
		}
	}
	eta := 1.
	if crossed == 0 {
		copy(r.w, part.w)
		r.margin, r.dm = r.dm, r.margin
	} else {
		floats.SubTo(r.dw, part.w, r.w)
		floats.Sub(r.dm, r.margin)
		clear(r.shift)
		eta = min(1, r.search(r.slopeAlong()))
		floats.AddScaled(r.w, eta, r.dw)
		r.margins(r.margin, r.w)
		r.moveOutside(rows)
	}
	r.pulls(r.pull, 1, 1)
	switch {
	case eta < 0.5 || crossed > len(rows)/4:
		r.size = min(len(r.y), 2*r.size)
	case eta > 0.99 && crossed < len(rows)/1000:
		r.size = max(leastSet, r.size/4)
	}
	r.s.Step = eta
}

// moveOutside are the slopes of examples outside of a set where they crossed the margin.
func (r *semismooth) moveOutside(rows []int) {
	k := 0
	for i, m := range r.margin {
		switch {
		case k < len(rows) && rows[k] == i:
			k++
		case m > 1:
			r.slope[i] = 0
		case m < 1:
			r.slope[i] = 1
		}
	}
}

// certify fills in P(w) and the gap to the best dual objective so far, at the slopes as multipliers.
func (r *semismooth) certify() {
	positive, negative := 1., 1.
	pull := r.pull
	if r.column != 0 {
		positive, negative = r.balance()
		pull = r.grad
		r.pulls(pull, positive, negative)
	}
	var losses, sum float64
	mean, half := (positive+negative)/2, (positive-negative)/2
	u := make([]float64, len(r.slope))
	for i, a := range r.slope {
		losses += r.c[i] * max(0, 1-r.margin[i])
		u[i] = (mean + half*r.y[i]) * r.c[i] * a
		sum += u[i]
		u[i] *= -r.y[i]
	}
	objective := losses + r.mu/2*floats.Dot(r.w[:r.d], r.w[:r.d])
	squared := floats.Dot(pull[:r.d], pull[:r.d]) / (2 * r.mu)
	n, _ := r.a.Dims()
	rounding := hingeRounding(max(n, r.d), objective+sum+squared, r.c, r.norms, r.w, pull, r.d, r.mu)
	if dual := sum - squared - rounding.Bound(); dual > r.dual {
		r.dual, r.terms = dual, sum+squared
	}
	rounding.Sum = objective + r.terms // slopes that are worse than others before have larger sums, which do not count
	r.s.Objective = objective
	rounding.FillBest(&r.s.Progress, objective, r.dual)
	r.s.Gap, r.s.Rounding = r.p.Sharpen(r.w[:r.d], r.w[r.d:], u, objective, r.s.Gap, r.s.Rounding)
}

// balance are factors of at most 1 for the multipliers of both classes that make their sums equal.
func (r *semismooth) balance() (positive, negative float64) {
	var plus, minus float64
	for i, a := range r.slope {
		if r.y[i] > 0 {
			plus += r.c[i] * a
		} else {
			minus += r.c[i] * a
		}
	}
	return shares(plus, minus)
}

// Before all examples come so many of them: every 16th, then every 4th, where these are sampleLeast at least and
// sampleFrom times as many as features; each until a width of sampleWidth, or a gap that is sampleGap of all weights:
// the ridge may be so large that no example is near the margin, and the solution exact.
const (
	firstEvery  = 16
	nextEvery   = 4
	sampleLeast = 500
	sampleFrom  = 4
	sampleWidth = 0.3
	sampleGap   = 1e-9
)

// Samples tells whether Semismooth begins at the solution for one in 16 of n examples of d features.
func Samples(n, d int) bool { return isSample(n/firstEvery, d) }

// isSample tells whether so many examples are enough for a start.
func isSample(count, d int) bool { return count >= max(sampleLeast, sampleFrom*d) }

// begin starts at the solution for some of the examples.
//
// Source: the error of a sample is that of statistics: Bottou, Bousquet, The Tradeoffs of Large Scale Learning, NIPS
// 2007.
func (r *semismooth) begin(ctx context.Context) error {
	n := len(r.y)
	for every := firstEvery; every > 1 && !r.unsettled; every /= nextEvery {
		count := n / every
		if !isSample(count, r.d) {
			continue
		}
		rows := make([]int, count)
		for k := range rows {
			rows[k] = (k*n + n/2) / count
		}
		part := r.some(rows)
		floats.Scale(floats.Sum(r.c)/floats.Sum(part.c), part.c)
		part.enter()
		steps, err := part.settle(ctx, sampleGap*floats.Sum(part.c), sampleWidth)
		r.s.Newton += steps
		switch {
		case errors.Is(err, errUnsettled):
			r.unsettled = true
		case errors.Is(err, errSingular): // a NaN: step says so
		case err != nil:
			return err
		default:
			copy(r.w, part.w)
			r.width = part.width
		}
	}
	r.size = max(n/firstSet, leastSet)
	r.margins(r.margin, r.w)
	for i, margin := range r.margin {
		r.slope[i] = clip((1 - margin) / r.width)
	}
	r.pulls(r.pull, 1, 1)
	return nil
}
