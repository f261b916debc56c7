package compare

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/stat"

	"github.com/proxlab/proxlab/reproduce/evidence"
	"github.com/proxlab/proxlab/reproduce/plan"
)

// level is how often an interval, or all of them together, may miss.
const level = 0.05

// Scores are runs by method and data set.
type Scores struct {
	Roles
	Methods, Data []string // in the order in which they come

	runs       [][][]run // of each method on each data set
	processors []string
}

// run is a value of the measure, and the time to the target.
type run struct {
	over        string
	value, time float64
}

// Of brings runs together. Tasks of other fields are left out; the error names the fields there are where none fits,
// and two results of one method on the same data and draws that differ.
func Of(all []plan.Kept, r Roles) (*Scores, error) {
	r.Method, r.Over = cmp.Or(r.Method, "Method"), cmp.Or(r.Over, "Seed")
	if r.Measure == "" {
		var err error
		if r.Measure, err = measure(all); err != nil {
			return nil, err
		}
	}
	if (r.Time == "") != (r.Gap == "") || r.Time != "" && !(r.Target > 0) {
		return nil, fmt.Errorf("time, gap and a target above 0 go together; they are %q, %q and %g", r.Time, r.Gap, r.Target)
	}
	runs, other := r.read(all)
	if len(runs) == 0 {
		return nil, fmt.Errorf("none of %d results has the fields %s; they have %s", len(all),
			strings.Join(slices.DeleteFunc([]string{r.Method, r.Over, r.Measure, r.Time, r.Gap},
				func(s string) bool { return s == "" }), ", "), strings.Join(other, ", "))
	}
	s := &Scores{Roles: r}
	data := r.varying(runs)
	for _, k := range runs {
		method := k.setting.label(strings.Split(r.Method, ","))
		err := s.add(method, cmp.Or(k.setting.label(data), "the data"), r.run(k))
		if err != nil {
			return nil, err
		}
		if k.processor != "" && !slices.Contains(s.processors, k.processor) {
			s.processors = append(s.processors, k.processor)
		}
	}
	if r.Reference != "" && !slices.Contains(s.Methods, r.Reference) {
		return nil, fmt.Errorf("there is no method %q to compare with; there are: %s", r.Reference,
			strings.Join(s.Methods, ", "))
	}
	return s, nil
}

// run is what a result says.
func (r Roles) run(k kept) run {
	value, _ := k.result.numbers(r.Measure)
	times, _ := k.result.numbers(r.Time)
	gaps, _ := k.result.numbers(r.Gap)
	out := run{k.setting.label(strings.Split(r.Over, ",")), stat.Mean(value, nil), math.Inf(1)}
	for i := range min(len(times), len(gaps)) {
		if gaps[i] <= r.Target {
			out.time = min(out.time, times[i])
		}
	}
	return out
}

// add puts a run into its place.
func (s *Scores) add(method, data string, x run) error {
	at := func(list *[]string, name string) int {
		if !slices.Contains(*list, name) {
			*list = append(*list, name)
		}
		return slices.Index(*list, name)
	}
	m, d := at(&s.Methods, method), at(&s.Data, data)
	for len(s.runs) <= m {
		s.runs = append(s.runs, nil)
	}
	for len(s.runs[m]) <= d {
		s.runs[m] = append(s.runs[m], nil)
	}
	there, seen := find(s.runs[m][d], x.over)
	same := there.value == x.value || there.value != there.value && x.value != x.value
	switch {
	case !seen:
		s.runs[m][d] = append(s.runs[m][d], x)
	case !same:
		return fmt.Errorf("%s on %s with %s %s has two results, %g and %g: name the fields that tell them apart",
			method, data, s.Over, x.over, there.value, x.value)
	}
	return nil
}

func find(runs []run, over string) (run, bool) {
	i := slices.IndexFunc(runs, func(r run) bool { return r.over == over })
	if i < 0 {
		return run{}, false
	}
	return runs[i], true
}

// on are the runs of a method on a data set.
func (s *Scores) on(m, d int) []run {
	if d >= len(s.runs[m]) {
		return nil
	}
	return s.runs[m][d]
}

// values are those of the measure.
func (s *Scores) values(m, d int) []float64 {
	runs := s.on(m, d)
	out := make([]float64, len(runs))
	for i, r := range runs {
		out[i] = r.value
	}
	return out
}

// loss is less where the measure is better; what is no number is worst.
func (s *Scores) loss(v float64) float64 {
	switch {
	case v != v:
		return math.Inf(1)
	case s.Higher:
		return -v
	}
	return v
}

// alike tells whether values are the same but for rounding, and for what a solver leaves.
func alike(a, b float64) bool {
	const share = 1e-9
	off := math.Abs(a - b)
	return a == b || off <= share*math.Max(math.Abs(a), math.Abs(b)) && !math.IsInf(off, 1)
}

// problem is a data set with draws on which every method has a run.
type problem struct {
	data int
	runs []run // of each method
}

// draws are those of a data set on which any method has a run.
func (s *Scores) draws(d int) (draws []string) {
	for m := range s.Methods {
		for _, r := range s.on(m, d) {
			if !slices.Contains(draws, r.over) {
				draws = append(draws, r.over)
			}
		}
	}
	return draws
}

// byDraw are the values of a method on a data set, one for each of its draws; NaN where the method has no run.
func (s *Scores) byDraw(m, d int) (values []float64) {
	for _, over := range s.draws(d) {
		v := math.NaN()
		if r, ok := find(s.on(m, d), over); ok {
			v = r.value
		}
		values = append(values, v)
	}
	return values
}

// problems are those on which all methods can be compared, and how many there are in all.
func (s *Scores) problems() (out []problem, all int) {
	for d := range s.Data {
		draws := s.draws(d)
		all += len(draws)
		for _, over := range draws {
			p := problem{data: d}
			for m := range s.Methods {
				if r, ok := find(s.on(m, d), over); ok {
					p.runs = append(p.runs, r)
				}
			}
			if len(p.runs) == len(s.Methods) {
				out = append(out, p)
			}
		}
	}
	return out, all
}

// Mean is that of a method on a data set, with the interval of 95 % in which it is: Student's, or one that holds
// however many replications are added (Roles.Planned).
type Mean struct {
	N               int
	Mean, Low, High float64
}

// Mean returns the mean of the m-th method on the d-th data set; NaN where it has no runs.
func (s *Scores) Mean(m, d int) Mean {
	e := evidence.AtLeast("", s.values(m, d), 0)
	low, high := e.Interval(s.Planned, level)
	return Mean{e.N, e.Mean, low, high}
}
