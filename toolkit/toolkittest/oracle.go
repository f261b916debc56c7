package toolkittest

import (
	"math"
	"math/rand/v2"
	"slices"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/solver"
)

// Oracle checks an oracle on stores that newParams makes, with all parameters 0 and one part for each score that the
// oracle reads: the update is reset first and the same in a second call, the store stays as it was, the subgradient
// lies between the difference quotients of the loss to both sides of random directions, the loss is above its
// tangents, and NaN in the scores of a row that is read is seen. The directions are made of all parts whose scores
// the oracle was seen to read. With Outputs, no output has more than the loss.
//
// Of a toolkit.Bounded, which may find one thing after another, the loss is what was attained and its slack: no tangent
// at what was attained, and no output, may be above it anywhere. A bound that is too low is found out so.
func Oracle(o toolkit.Oracle, newParams func() toolkit.Params, opts ...Option) error {
	c := &oracle{settings: newSettings(opts), o: o, create: newParams, rng: newRand()}
	_, c.rough = o.(toolkit.Bounded)
	if o.Len() < 1 {
		c.Faultf("Len is %d: there is nothing to check", o.Len())
	} else {
		c.Guard("Grad", c.check)
	}
	return c.Err("toolkittest: Oracle of %T on %d examples", o, o.Len())
}

type oracle struct {
	report
	settings
	o      toolkit.Oracle
	create func() toolkit.Params
	rng    *rand.Rand
	rough  bool // a toolkit.Bounded
}

// reader is a store that keeps which parts' scores are read.
type reader struct {
	toolkit.Params
	parts []toolkit.Part
}

// Scores is the store's.
func (r *reader) Scores(dst []float64, family, row int) {
	for col := range dst {
		if part := (toolkit.Part{Family: family, Row: row, Col: col, Value: 1}); !slices.Contains(r.parts, part) {
			r.parts = append(r.parts, part)
		}
	}
	r.Params.Scores(dst, family, row)
}

// random is a few of the parts with random values.
func (c *oracle) random(parts []toolkit.Part, count int, scale float64) *toolkit.Update {
	u := &toolkit.Update{}
	for range count {
		a := parts[c.rng.IntN(len(parts))]
		u.Add(a.Family, a.Row, a.Col, scale*c.rng.NormFloat64())
	}
	return u
}

func (c *oracle) check() {
	n := c.o.Len()
	read := make([][]toolkit.Part, n)
	var all []toolkit.Part
	tried := c.rng.Perm(n)[:min(n, 20)]
	for _, i := range tried {
		r := &reader{Params: c.create()}
		u := &toolkit.Update{}
		c.o.Grad(i, r, u)
		if read[i] = r.parts; len(r.parts) == 0 {
			c.Faultf("Grad reads no scores of the store: example %d", i+1)
			return
		}
		all = append(all, r.parts...)
	}
	for turn := range max(40, 2*len(tried)) {
		i := tried[turn%len(tried)]
		p := c.create()
		p.Add(1, c.random(all, 2*len(all), []float64{1, 0.3, 3}[turn%3]))
		c.at(i, p, c.random(all, 3, 1))
		c.at(i, p, c.random(read[i], 2, 1))
	}
	for _, i := range tried[:min(len(tried), 5)] {
		c.nan(i, read[i])
	}
}

// at checks Grad at a store's parameters, along a direction.
func (c *oracle) at(i int, p toolkit.Params, direction *toolkit.Update) {
	norms := c.norms(p)
	u := &toolkit.Update{}
	loss := c.o.Grad(i, p, u)
	slack := c.slack(i)
	c.again(i, p, loss, u)
	if after := c.norms(p); !slices.Equal(norms, after) {
		c.Faultf("Grad changes the store: norms were %v and are %v", vector(norms), vector(after))
	}
	if !finite(loss) {
		c.Faultf("Grad's loss is %g for example %d", loss, i+1)
		return
	}
	c.outputs(i, p, loss+slack)
	other := c.create() // ⟨u, direction⟩ is the store's to tell
	other.Add(1, direction)
	slope, _ := other.InnerProducts(u)
	const h = 1e-6
	scratch := &toolkit.Update{}
	moved := func(step float64) float64 {
		p.Add(step, direction)
		l := c.o.Grad(i, p, scratch)
		p.Add(-step, direction)
		return l + c.slack(i)
	}
	right, left := (moved(h)-loss)/h, (loss-moved(-h))/h
	tol := c.least(1e-4) * math.Max(1, math.Abs(slope))
	if !c.rough && (slope < left-tol || slope > right+tol) {
		c.Faultf("Grad is not a subgradient: of example %d along %v its slope is %.6g, by differences %.6g",
			i+1, parts(direction.Parts), slope, (left+right)/2)
	}
	for _, step := range []float64{1, -1, 5} {
		far, tangent := moved(step), loss+step*slope
		if !(far < tangent-c.least(1e-9)*(1+math.Abs(loss)+math.Abs(far)+math.Abs(slope))) {
			continue
		}
		if c.rough {
			c.Faultf("Slack is too small: of example %d, %g steps along %v, the loss is said to be %.8g at most, and the "+
				"tangent at another point has %.8g", i+1, step, parts(direction.Parts), far, tangent)
			continue
		}
		c.Faultf("The loss is below its tangent: of example %d, %g steps along %v, it is %.8g, and the tangent has %.8g",
			i+1, step, parts(direction.Parts), far, tangent)
	}
}

// again checks that a second call resets the update, and that it finds the same where it must.
func (c *oracle) again(i int, p toolkit.Params, loss float64, u *toolkit.Update) {
	const rest = 1e6
	v := &toolkit.Update{}
	v.Add(0, 0, 0, rest) // to be reset
	l := c.o.Grad(i, p, v)
	kept := len(v.Parts) > 0 && v.Parts[0] == toolkit.Part{Value: rest}
	if kept || !c.rough && (l != loss || !slices.Equal(v.Parts, u.Parts)) {
		c.Faultf("Grad is another in a second call, or does not reset the update: of example %d it is %.10g with %v, then "+
			"%.10g with %v", i+1, loss, parts(u.Parts), l, parts(v.Parts))
	}
}

// slack is that of the last call, and checks that it is none below 0.
func (c *oracle) slack(i int) float64 {
	if b, ok := c.o.(toolkit.Bounded); ok && !(b.Slack(i) >= 0) {
		c.Faultf("Slack is %g for example %d: a bound below what was attained", b.Slack(i), i+1)
		return 0
	}
	return solver.SlackOf(c.o, i)
}

// outputs checks that none has more than the loss, or what that is at most.
func (c *oracle) outputs(i int, p toolkit.Params, most float64) {
	if c.enumerate == nil {
		return
	}
	for name, loss := range c.enumerate(i, p) {
		if loss > most+c.least(1e-9)*(1+math.Abs(most)) {
			c.Faultf("Grad leaves outputs out: of example %d the loss is said to be %.8g at most, and the output %s has %.8g",
				i+1, most, name, loss)
		}
	}
}

func (c *oracle) norms(p toolkit.Params) (out []float64) {
	for g := range p.Groups() {
		out = append(out, p.Norm(g))
	}
	return out
}

// nan checks that NaN in all scores of a row, as features with NaN have it, does not vanish.
func (c *oracle) nan(i int, read []toolkit.Part) {
	p, u := c.create(), &toolkit.Update{}
	for _, a := range read {
		if a.Family == read[0].Family && a.Row == read[0].Row {
			u.Add(a.Family, a.Row, a.Col, math.NaN())
		}
	}
	p.Add(1, u)
	loss := c.o.Grad(i, p, u)
	seen := math.IsNaN(loss)
	for _, a := range u.Parts {
		seen = seen || math.IsNaN(a.Value)
	}
	if !seen {
		c.Faultf("Grad swallows NaN: of example %d with NaN in the scores of family %d, row %d, the loss is %g",
			i+1, read[0].Family, read[0].Row, loss)
	}
}
