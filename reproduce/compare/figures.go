package compare

import (
	"fmt"
	"math"
	"slices"

	"github.com/proxlab/proxlab/figures"
)

// Figures are those of a comparison: means, differences, ranks, profiles of performance and of time; those for which
// the runs do are there.
func (s *Scores) Figures() []figures.Figure {
	out := []figures.Figure{s.means()}
	if f := s.differences(); len(f.Series) > 1 {
		out = append(out, f)
	}
	if r := s.Ranks(); len(r.Methods) > 0 {
		out = append(out, r.figure())
	}
	unit := figures.Axis{Label: fmt.Sprintf("%s over that of the best method", s.cost()), Log: true}
	if p, err := s.Performance(); err == nil {
		out = append(out, p.figure(figures.Meta{ID: "performance", Title: "Performance profile"}, unit, true))
	}
	if p, err := s.TimeToGap(); err == nil {
		m := figures.Meta{ID: "time-to-gap", Title: fmt.Sprintf("Time to %s ≤ %g", s.Gap, s.Target)}
		out = append(out, p.figure(m, figures.Axis{Label: s.Time, Log: true}, false))
	}
	return out
}

// beside moves the i-th of n points of one place so that they stand side by side.
func beside(place, i, n int) float64 {
	return float64(place) + 0.5*(float64(i)-float64(n-1)/2)/float64(n)
}

// means are those of all methods, data set by data set.
func (s *Scores) means() figures.Lines {
	f := figures.Lines{
		Meta: figures.Meta{ID: "means", Title: "Mean " + s.Measure, Subtitle: "intervals of 95 %"},
		X:    figures.Axis{Names: s.Data}, Y: figures.Axis{Label: s.Measure},
	}
	for m, name := range s.Methods {
		points := figures.Series{Name: name, Dots: true}
		for d := range s.Data {
			x := s.Mean(m, d)
			points.X, points.Y = append(points.X, beside(d, m, len(s.Methods))), append(points.Y, x.Mean)
			points.Errors = append(points.Errors, (x.High-x.Low)/2)
		}
		f.Series = append(f.Series, points)
	}
	return f
}

// differences are those from the reference.
func (s *Scores) differences() figures.Lines {
	ref := s.reference()
	f := figures.Lines{
		Meta: figures.Meta{
			ID: "differences", Title: fmt.Sprintf("%s above that of %s, draw by draw", s.Measure, s.Methods[ref]),
			Subtitle: "intervals of 95 % for all together",
		},
		X: figures.Axis{Names: s.Data}, Y: figures.Axis{Label: "difference"},
		Series: []figures.Series{{
			Name: s.Methods[ref], X: []float64{-0.5, float64(len(s.Data)) - 0.5}, Y: []float64{0, 0}, Dashed: true,
			Color: ref + 1,
		}},
	}
	all := s.Differences()
	for m, name := range s.Methods {
		points := figures.Series{Name: name, Dots: true, Color: m + 1}
		for d, data := range s.Data {
			for _, x := range all {
				if x.Method == name && x.Data == data {
					points.X, points.Y = append(points.X, beside(d, m, len(s.Methods))), append(points.Y, x.Mean)
					points.Errors = append(points.Errors, (x.High-x.Low)/2)
				}
			}
		}
		if len(points.X) > 0 {
			f.Series = append(f.Series, points)
		}
	}
	return f
}

// figure is the diagram of the critical difference: mean ranks, the best method above, and lines beside those of which
// none two differ.
func (r Ranks) figure() figures.Lines {
	k := len(r.Methods)
	of := "data sets"
	if r.OfRuns {
		of = "runs"
	}
	f := figures.Lines{
		Meta: figures.Meta{
			ID: "ranks", Title: fmt.Sprintf("Mean ranks over %d %s", r.Blocks, of),
			Subtitle: "methods that a line joins do not differ by the critical difference",
		},
		X: figures.Axis{Label: "mean rank, 1 is best"}, Y: figures.Axis{Names: make([]string, k)},
	}
	ranks := figures.Series{Name: "mean rank", X: r.Mean, Dots: true}
	for i, name := range r.Methods {
		ranks.Y = append(ranks.Y, float64(k-1-i))
		f.Y.Names[k-1-i] = name
	}
	f.Series = []figures.Series{ranks, {
		Name: fmt.Sprintf("critical difference %.3g", r.Critical), Marks: true,
		X: []float64{1, 1 + r.Critical}, Y: []float64{float64(k) - 0.4, float64(k) - 0.4}, Color: 2,
	}}
	far := math.Max(r.Mean[k-1], 1+r.Critical)
	for i, c := range r.Cliques {
		s := figures.Series{Color: 7, Marks: true}
		if i == 0 {
			s.Name = "do not differ"
		}
		for j := c[0]; j <= c[1]; j++ {
			s.X = append(s.X, far+0.08*(far-1)*float64(i+1))
			s.Y = append(s.Y, float64(k-1-j))
		}
		f.Series = append(f.Series, s)
	}
	return f
}

// figure draws shares as steps, from the first of all to beyond the last.
func (p Profile) figure(m figures.Meta, x figures.Axis, ratio bool) figures.Lines {
	m.Subtitle = fmt.Sprintf("of %d problems", p.Problems)
	f := figures.Lines{Meta: m, X: x, Y: figures.Axis{Label: "share of problems"}}
	least, most := math.Inf(1), 0.
	for _, of := range p.X {
		if len(of) > 0 {
			least, most = min(least, of[0]), max(most, of[len(of)-1])
		}
	}
	if ratio {
		least = 1
	}
	most = max(1.2*most, 1.01*least)
	for i, name := range p.Methods {
		s := figures.Series{Name: name, X: []float64{least}, Y: []float64{p.At(i, least)}}
		for _, at := range append(slices.Clip(p.X[i]), most) {
			s.X, s.Y = append(s.X, at, at), append(s.Y, s.Y[len(s.Y)-1], p.At(i, at))
		}
		f.Series = append(f.Series, s)
	}
	return f
}
