package bundle

import (
	"fmt"
	"math"
	"strconv"

	"github.com/proxlab/proxlab/datasets"
	"github.com/proxlab/proxlab/reproduce"
	"github.com/proxlab/proxlab/reproduce/plan"
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

// calls is a row of the table of calls.
func (s *study) calls(lambda float64, m method) (datasets.Source, reproduce.Values) {
	return s.row(callFields, at{m.id, lambda, 0, ""}, math.MaxInt)
}

// row is a row of what a run found in some calls.
func (s *study) row(f reproduce.Fields[made], of at, calls int) (datasets.Source, reproduce.Values) {
	r, ok := s.runs[of].Get()
	if !ok {
		return datasets.Source{}, nil
	}
	r.Course.Best = r.Course.Best[:min(calls, len(r.Course.Best))]
	return r.Source, f.Values(made{of, r.Course, r.Examples})
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
	return source, theoryFields.Values(bounded{h, s.id, lambda})
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
	return s.row(startFields, at{m.id, s.startAt, own, ""}, s.startCall)
}

// judged is a row of the table of test rankings: of the stabilized method, whose objective is least.
func (s *study) judged(lambda float64) (datasets.Source, reproduce.Values) {
	found := rankings{set: s.id, lambda: lambda, ndcg: map[string]float64{}}
	var source datasets.Source
	for _, m := range s.methods {
		r, ok := s.runs[at{m.id, lambda, 0, ""}].Get()
		if !ok {
			return datasets.Source{}, nil
		}
		source, found.ndcg[m.id] = r.Source, r.NDCG
	}
	return source, ndcgFields().Values(found)
}

// values is a row of the table of cross-validation, for one of the decoders, of the splits that are complete.
func (f fold) values(decoder int) (datasets.Source, reproduce.Values) {
	all := plan.Filled(f.of)
	if len(all) == 0 {
		return datasets.Source{}, nil
	}
	return all[0].Source, foldFields.Values(foldsOf{f, decoder, all})
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
