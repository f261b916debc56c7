package bundle

import (
	"fmt"
	"math"
	"strconv"

	"github.com/proxlab/proxlab/datasets"
	"github.com/proxlab/proxlab/reproduce"
	"github.com/proxlab/proxlab/reproduce/plan"
	"github.com/proxlab/proxlab/toolkit/structured/rna"
)

// addRows adds the rows of the set's tables, and its curves.
func (s *study) addRows() {
	for _, lambda := range s.lambdas {
		for _, m := range s.methods {
			s.Row(tableCalls+s.id, runID(lambda, m.id), func() (datasets.Source, reproduce.Values) {
				return s.calls(lambda, m)
			})
		}
		s.Row(tableTheory, s.id+"/"+power(lambda), func() (datasets.Source, reproduce.Values) { return s.theory(lambda) })
		if s.ranks() {
			s.Row(tableNDCG, s.id+"/"+power(lambda), func() (datasets.Source, reproduce.Values) { return s.judged(lambda) })
		}
	}
	if s.ranks() && s.origin.Made == nil {
		s.quoteRankings()
	}
	for _, m := range []method{restarting, stabilized} {
		for _, start := range s.allStarts() {
			s.Row(tableStarts+s.id, fmt.Sprintf("%s/%g", m.id, start), func() (datasets.Source, reproduce.Values) {
				return s.started(m, start)
			})
		}
	}
	if s.kind == folding {
		for _, m := range []method{standard, restarting} {
			for _, t := range append([]tie{""}, ties...) {
				s.Row(tableTies, m.id+"/"+string(t), func() (datasets.Source, reproduce.Values) { return s.tiedRow(m, t) })
			}
		}
	}
	for _, f := range s.folds {
		for k, d := range f.decoders() {
			s.Row(tableFolds, f.name()+"/"+string(d), func() (datasets.Source, reproduce.Values) { return f.values(k) })
		}
	}
	if s.kind == folding && s.origin.Made == nil {
		s.quoteFolding()
	}
	s.Curves(s.curves)
}

// ranks tells whether the set is one of rankings.
func (s set) ranks() bool { return s.kind == byNDCG || s.kind == byPairs }

// power writes a λ, and runID names a row of the table of calls.
func power(lambda float64) string { return strconv.FormatFloat(lambda, 'g', -1, 64) }

func runID(lambda float64, method string) string { return power(lambda) + "/" + method }

// shownCalls are those whose best objective is shown, beside the last.
var shownCalls = []int{10, 20, 40}

// calls is a row of the table of calls.
func (s *study) calls(lambda float64, m method) (datasets.Source, reproduce.Values) {
	r, ok := s.runs[at{m.id, lambda, 0, ""}].Get()
	if !ok {
		return datasets.Source{}, nil
	}
	c := r.Course
	last := len(c.Best)
	v := reproduce.Values{
		"lambda": lambda, "method": m.id, "first": never(c.first()), "f1": c.Loss0, "last": last, "f_last": c.Best[last-1],
		"gap": 100 * (c.Best[last-1] - c.Lower[last-1]) / c.Best[last-1], "made": c.Calls, "examples": r.Examples,
		"norm": c.Norms[last-1],
	}
	for _, k := range shownCalls {
		v[fmt.Sprintf("f%d", k)] = math.NaN()
		if k <= last {
			v[fmt.Sprintf("f%d", k)] = c.Best[k-1]
		}
	}
	for k, share := range shares {
		v[within(share)] = never(c.Within[k])
	}
	if c.Radius > 0 {
		v["R"] = c.Radius
	}
	return r.Source, v
}

// within is the key of the calls to a relative gap.
func within(share float64) string { return fmt.Sprintf("to_%.0e", share) }

// never is NaN where something did not happen.
func never(call int) float64 {
	if call == 0 {
		return math.NaN()
	}
	return float64(call)
}

// known are the runs of all methods at a λ.
func (s *study) known(lambda float64) (out []Course) {
	for _, m := range s.methods {
		if r, ok := s.runs[at{m.id, lambda, 0, ""}].Get(); ok {
			out = append(out, r.Course)
		}
	}
	return out
}

// theoryAt is Algorithm 4 at a λ beside its bounds.
func (s *study) theoryAt(lambda float64) (h theory, source datasets.Source, ok bool) {
	r, ok := s.runs[at{literal.id, lambda, 0, ""}].Get()
	if !ok {
		return h, source, false
	}
	return theoryOf(lambda, r.Course, s.known(lambda)), r.Source, true
}

// theory is a row of the table of bounds.
func (s *study) theory(lambda float64) (datasets.Source, reproduce.Values) {
	h, source, ok := s.theoryAt(lambda)
	if !ok {
		return datasets.Source{}, nil
	}
	last := len(h.most) - 1
	v := reproduce.Values{
		"set": s.id, "lambda": lambda, "calls": last + 1, "R": h.radius, "norm": h.norm, "outside": h.outside,
		"least": h.least[last], "most": h.most[last], "proposition3": h.proposition3[last], "theorem5": h.theorem5[last],
	}
	v["kept3"], v["broken3"] = h.against(h.proposition3)
	v["kept5"], v["broken5"] = h.against(h.theorem5)
	return source, v
}

// allStarts are the first guesses that are compared, with the methods' own, 1.
func (s set) allStarts() []float64 {
	if s.starts == nil {
		return nil
	}
	return []float64{s.starts[0], 1, s.starts[1]}
}

// started is a row of the table of first guesses.
func (s *study) started(m method, start float64) (datasets.Source, reproduce.Values) {
	own := start
	if start == 1 {
		own = 0
	}
	r, ok := s.runs[at{m.id, s.startAt, own, ""}].Get()
	if !ok {
		return datasets.Source{}, nil
	}
	return r.Source, reproduce.Values{
		"method": m.id, "start": start, "lambda": s.startAt, "calls": s.startCall, "f1": r.Course.Loss0,
		"best": r.Course.Best[s.startCall-1], "first": never(r.Course.first()),
	}
}

// judged is a row of the table of test rankings: of the stabilized method, whose objective is least.
func (s *study) judged(lambda float64) (datasets.Source, reproduce.Values) {
	v := reproduce.Values{"set": s.id, "lambda": lambda}
	var source datasets.Source
	for _, m := range s.methods {
		r, ok := s.runs[at{m.id, lambda, 0, ""}].Get()
		if !ok {
			return datasets.Source{}, nil
		}
		source, v[m.id] = r.Source, r.NDCG
	}
	return source, v
}

// values is a row of the table of cross-validation, for one of the decoders, of the splits that are complete.
func (f fold) values(decoder int) (datasets.Source, reproduce.Values) {
	all := plan.Filled(f.of)
	if len(all) == 0 {
		return datasets.Source{}, nil
	}
	v := reproduce.Values{"training": f.name(), "decoder": string(f.decoders()[decoder]), "calls": f.Calls}
	for key, of := range map[string]func(rna.Agreement) float64{
		"sensitivity": rna.Agreement.Sensitivity, "ppv": rna.Agreement.PPV, "f1": rna.Agreement.F1,
	} {
		list := reproduce.Each(all, func(p Folded) float64 { return of(p.Pairs[decoder]) })
		v[key+"_splits"] = list
		v[key], v[key+"_std"] = reproduce.MeanSpread(list)
	}
	return all[0].Source, v
}

// curves are the best objective so far call by call, and Algorithm 4's bounds.
func (s *study) curves() (out []reproduce.Curve) {
	for _, lambda := range s.lambdas {
		known := s.known(lambda)
		if len(known) < len(s.methods) {
			continue
		}
		c := reproduce.Curve{ID: curveBest + s.id + "-" + power(lambda)}
		c.Columns, c.Values = append(c.Columns, "call"), append(c.Values, countTo(len(known[0].Best)))
		for k, m := range s.methods {
			c.Columns, c.Values = append(c.Columns, m.id), append(c.Values, known[k].Best)
		}
		out = append(out, c)
		if h, _, ok := s.theoryAt(lambda); ok && s.starts != nil && lambda == s.startAt {
			out = append(out, reproduce.Curve{
				ID: curveTheory + s.id, Columns: []string{"call", "most", "proposition3", "theorem5"},
				Values: [][]float64{countTo(len(h.most)), h.most, h.proposition3, h.theorem5},
			})
		}
	}
	return out
}

func countTo(n int) (out []float64) {
	for k := range n {
		out = append(out, float64(k+1))
	}
	return out
}
