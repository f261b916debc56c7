package loss

import "github.com/proxlab/proxlab/toolkit/loss/internal/risk"

// Ties says what the risk sets of events at one time are.
type Ties int

const (
	// Breslow has them all at risk until the last of them, which is quick, and biased towards 0 where ties are many.
	Breslow Ties = iota
	// Efron has the m events of a time follow one another in unknown order: for l = 0 … m − 1, with D the events of time y
	// and R all that are at risk then, the time's part of the loss is
	//
	//	c̄ Σ_l log[Σ_{j∈R} ω_j exp(f_j) − (l/m) Σ_{j∈D} ω_j exp(f_j)] − Σ_{i∈D} c_i f_i,      c̄ = Σ_{i∈D} c_i/m.
	//
	// Source: Efron, The Efficiency of Cox's Likelihood Function for Censored Data, JASA 1977, section 5; with weights as
	// in Therneau and Grambsch, Modeling Survival Data, 2000, section 3.3.
	Efron
)

// term is c [log Σ_j ω_j exp(f_j) − ⟨a, f⟩], a term of Cox, whose ω_j has the share for events of its time.
type term struct {
	c, share float64
	risk     risk.Set
	parts    []part // c a
	place    int    // an event of the time, another for each of its terms
}

// part is an entry of c a.
type part struct {
	i    int
	mass float64
}

// events are those of a time that count, in dst.
func (l Cox) events(dst, at []int) []int {
	for _, i := range at {
		if l.event(i) {
			dst = append(dst, i)
		}
	}
	return dst
}

// mean is the mean weight of events at one time.
func (l Cox) mean(events []int) (c float64) {
	for _, i := range events {
		c += l.Weight(i) / float64(len(events))
	}
	return c
}

// level is the weight of one of the terms of events at one time, whose weights have this mean, and their share in it.
func (l Cox) level(events []int, mean float64, level int) (c, share float64) {
	if l.Ties == Breslow {
		return l.Weight(events[level]), 1
	}
	return mean, 1 - float64(level)/float64(len(events))
}

// atRisk sums ω_j exp(f_j) over the examples at risk at each time, from the last time to the first.
type atRisk struct {
	loss Cox
	line *risk.Timeline
	f    []float64
	rest risk.Set   // without entries those of the times so far
	tree *risk.Tree // with entries those of every time
}

func (l Cox) atRisk(f []float64) *atRisk {
	r := &atRisk{loss: l, line: l.times(), f: f}
	if l.Entry == nil {
		return r
	}
	r.tree = risk.NewTree(r.line.Count())
	for k := range r.line.Count() {
		for _, i := range r.line.At(k) {
			from := k
			if r.apart(i) {
				from++
			}
			if l.Weight(i) > 0 {
				r.tree.Over(from, r.line.Until[i], r.omega(i), f[i])
			}
		}
	}
	return r
}

// apart tells whether an event is counted apart from its time.
func (r *atRisk) apart(i int) bool { return r.loss.Ties == Efron && r.loss.event(i) }

func (r *atRisk) omega(i int) float64 { return float64(len(r.loss.Y)) * r.loss.Weight(i) }

// next is the sum at time k without those that are apart, the sum of these, and that of both.
func (r *atRisk) next(k int) (rest, tied, all risk.Set) {
	if r.line.Fresh(k) {
		r.rest = risk.Empty()
	}
	tied = risk.Empty()
	for _, i := range r.line.At(k) {
		switch {
		case !(r.loss.Weight(i) > 0):
		case r.apart(i):
			tied.Add(r.omega(i), r.f[i])
		case r.tree == nil:
			r.rest.Add(r.omega(i), r.f[i])
		}
	}
	if r.tree != nil {
		r.rest = r.tree.At(k)
	}
	rest = r.rest
	r.rest = rest.With(tied, 1)
	return rest, tied, r.rest
}

// eachTerm calls do for the terms of every time, from the last time to the first.
func (l Cox) eachTerm(f []float64, do func(t term)) {
	line, of := l.times(), l.atRisk(f)
	var events []int
	var deal dealer
	for k := range line.Count() {
		events = l.events(events[:0], line.At(k))
		rest, tied, all := of.next(k)
		deal.begin(l, events)
		mean := l.mean(events)
		for level, i := range events {
			c, share := l.level(events, mean, level)
			at := all
			if share < 1 {
				at = rest.With(tied, share)
			}
			do(term{c, share, at, deal.next(c, level == len(events)-1), i})
		}
	}
}

// hazards are sums of c exp(−log Σ) over the terms of times, from the first time to the last.
type hazards struct {
	line *risk.Timeline
	sum  risk.Set   // without entries that of the times so far
	tree *risk.Tree // with entries those of every time
}

func (l Cox) hazards() *hazards {
	h := &hazards{line: l.times(), sum: risk.Empty()}
	if l.Entry != nil {
		h.tree = risk.NewTree(h.line.Count())
	}
	return h
}

// before is the sum over the times before k at which example i, of that time, is at risk.
func (h *hazards) before(i, k int) risk.Set {
	if h.tree != nil {
		return h.tree.Range(k+1, max(k+1, h.line.Until[i]))
	}
	if k+1 < h.line.Count() && h.line.Fresh(k+1) {
		h.sum = risk.Empty()
	}
	return h.sum
}

// put adds the terms of a time.
func (h *hazards) put(k int, own risk.Set) {
	if h.tree != nil {
		h.tree.Put(k, own)
	}
	h.sum = h.sum.With(own, 1)
}

// dealer deals the weights of events at one time to their terms, in order, so that all parts are 2m − 1 at most.
type dealer struct {
	loss   Cox
	events []int   // those left
	given  float64 // of the weight of the first
	parts  []part
}

func (d *dealer) begin(l Cox, events []int) { d.loss, d.events, d.given = l, events, 0 }

// next is the next of the parts, which sum to c, until it is called again; the last is what is left.
func (d *dealer) next(c float64, last bool) []part {
	d.parts = d.parts[:0]
	for len(d.events) > 0 && (c > 0 || last) {
		i := d.events[0]
		left := d.loss.Weight(i) - d.given
		if left > c && !last {
			d.given += c
			d.parts = append(d.parts, part{i, c})
			break
		}
		d.parts = append(d.parts, part{i, left})
		c -= left
		d.events, d.given = d.events[1:], 0
	}
	return d.parts
}

// times sorts the examples, where that was not done.
func (l Cox) times() *risk.Timeline {
	if l.line != nil {
		return l.line
	}
	return risk.NewTimeline(l.Y, l.Strata, l.Entry)
}
