package loss

import (
	"cmp"
	"math"
	"slices"
)

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

// riskSet is what is known of Σ_j ω_j exp(f_j) over the examples so far, as sums of exp(f_j − most): none overflows.
type riskSet struct{ most, sum, moment float64 } // moment is Σ_j ω_j exp(f_j − most) (f_j − most)

func (r *riskSet) add(omega, f float64) {
	if f > r.most {
		*r = r.from(f)
	}
	e := omega * math.Exp(f-r.most)
	r.sum += e
	if e > 0 {
		r.moment += e * (f - r.most)
	}
	if math.IsNaN(f) {
		r.sum = f
	}
}

// from is the same with another most, which is not less.
func (r riskSet) from(most float64) riskSet {
	if r.most == most || math.IsInf(r.most, -1) {
		r.most = most
		return r
	}
	shrink, by := math.Exp(r.most-most), most-r.most
	return riskSet{most, shrink * r.sum, shrink * (r.moment - by*r.sum)}
}

// with has a share of other examples, too.
func (r riskSet) with(others riskSet, share float64) riskSet {
	most := math.Max(r.most, others.most)
	r, others = r.from(most), others.from(most)
	r.sum += share * others.sum
	r.moment += share * others.moment
	return r
}

// log is log Σ_j ω_j exp(f_j).
func (r *riskSet) log() float64 { return r.most + math.Log(r.sum) }

// term is c [log Σ_j ω_j exp(f_j) − ⟨a, f⟩], a term of Cox, whose ω_j has the share for events of its time.
type term struct {
	c, share float64
	risk     riskSet
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

// eachTerm calls do for the terms of every time, from the last time to the first.
func (l Cox) eachTerm(f []float64, do func(t term)) {
	n, line := float64(len(l.Y)), l.times()
	rest := riskSet{most: math.Inf(-1)}
	var events []int
	var deal dealer
	for k := range line.count() {
		at := line.at(k)
		if line.fresh(l, k) {
			rest = riskSet{most: math.Inf(-1)}
		}
		events = l.events(events[:0], at)
		apart := l.Ties == Efron && len(events) > 1
		tied := riskSet{most: math.Inf(-1)}
		for _, i := range at {
			switch c := l.Weight(i); {
			case apart && l.event(i):
				tied.add(n*c, f[i])
			case c > 0:
				rest.add(n*c, f[i])
			}
		}
		mean, all := l.mean(events), rest
		if apart {
			all = rest.with(tied, 1)
		}
		deal.begin(l, events)
		for level, i := range events {
			c, share := l.level(events, mean, level)
			risk := all
			if share < 1 {
				risk = rest.with(tied, share)
			}
			do(term{c, share, risk, deal.next(c, level == len(events)-1), i})
		}
		rest = all
	}
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

// timeline has examples by falling time, those of one time together, stratum by stratum.
type timeline struct {
	order  []int
	begins []int // of each time in order, and the end of the last
}

// times sorts the examples, where that was not done.
func (l Cox) times() *timeline {
	if l.line != nil {
		return l.line
	}
	t := &timeline{order: make([]int, len(l.Y))}
	for i := range t.order {
		t.order[i] = i
	}
	slices.SortStableFunc(t.order, func(i, j int) int {
		return cmp.Or(cmp.Compare(l.stratum(i), l.stratum(j)), cmp.Compare(l.Y[j], l.Y[i]))
	})
	for k, i := range t.order {
		if k == 0 || l.Y[i] != l.Y[t.order[k-1]] || l.stratum(i) != l.stratum(t.order[k-1]) {
			t.begins = append(t.begins, k)
		}
	}
	t.begins = append(t.begins, len(t.order))
	return t
}

// stratum is that of example i.
func (l Cox) stratum(i int) int64 {
	if l.Strata == nil {
		return 0
	}
	return l.Strata[i]
}

// fresh tells whether a stratum begins with a time.
func (t *timeline) fresh(l Cox, k int) bool {
	return k == 0 || l.stratum(t.order[t.begins[k]]) != l.stratum(t.order[t.begins[k-1]])
}

// count is that of different times.
func (t *timeline) count() int { return len(t.begins) - 1 }

// at are the examples of a time, counted from the last time.
func (t *timeline) at(k int) []int { return t.order[t.begins[k]:t.begins[k+1]] }
