package segments_test

import (
	"fmt"
	"iter"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/params"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/risk"
	"github.com/proxlab/proxlab/toolkit/structured/segments"
	"github.com/proxlab/proxlab/toolkit/toolkittest"
)

func normals(rng *rand.Rand, n int) []float64 {
	v := make([]float64, n)
	for i := range v {
		v[i] = rng.NormFloat64()
	}
	return v
}

// each calls f with every segmentation.
func each(n, most, labels int, f func(y []segments.Segment)) {
	var y []segments.Segment
	var from func(t int)
	from = func(t int) {
		if t == n {
			f(y)
			return
		}
		for length := 1; length <= min(most, n-t); length++ {
			for l := range labels {
				y = append(y, segments.Segment{Start: t, End: t + length, Label: l})
				from(t + length)
				y = y[:len(y)-1]
			}
		}
	}
	from(0)
}

// TestSegmentsByEnumeration: the best segmentation, log Z and all marginals are those of all segmentations.
func TestSegmentsByEnumeration(t *testing.T) {
	t.Parallel()
	v, f := new(segments.Viterbi), new(segments.ForwardBackward)
	for trial := range 400 {
		rng := rand.New(rand.NewPCG(uint64(trial), 1))
		n, c, most := rng.IntN(6), 1+rng.IntN(3), 1+rng.IntN(4)
		s := &segments.Scores{
			N: n, Most: most, Labels: c, Candidate: normals(rng, n*most*c), Transition: normals(rng, c*c),
		}
		best, sum := math.Inf(-1), 0.
		each(n, most, c, func(y []segments.Segment) {
			best, sum = max(best, s.Of(y)), sum+math.Exp(s.Of(y))
		})
		candidate, transition := make([]float64, n*most*c), make([]float64, c*c)
		each(n, most, c, func(y []segments.Segment) {
			p := math.Exp(s.Of(y)) / sum
			for k, g := range y {
				candidate[(g.Start*most+g.End-g.Start-1)*c+g.Label] += p
				if k > 0 {
					transition[y[k-1].Label*c+g.Label] += p
				}
			}
		})
		y, score := v.Decode(s)
		if math.Abs(score-best) > 1e-12 || math.Abs(s.Of(y)-best) > 1e-12 {
			t.Errorf("trial %d: found %g, its segments have %g, the best %g", trial, score, s.Of(y), best)
		}
		var m segments.Marginals
		if z := f.Marginals(&m, s); math.Abs(z-math.Log(sum)) > 1e-12 {
			t.Errorf("trial %d: log Z %g, by all %g", trial, z, math.Log(sum))
		}
		near(t, m.Candidate, candidate)
		near(t, m.Transition, transition)
	}
}

func near(t *testing.T, got, want []float64) {
	t.Helper()
	for k, v := range want {
		if math.Abs(got[k]-v) > 1e-12 {
			t.Errorf("entry %d is %g, by all %g", k, got[k], v)
		}
	}
}

// small are two sequences with features, and models over the sums of these.
func small() (*segments.Sequences, *linalg.Dense, func() toolkit.Params) {
	d := &segments.Sequences{
		Start: []int{0, 5, 8}, Labels: 2, Most: 3,
		Of: [][]segments.Segment{{{0, 2, 1}, {2, 3, 0}, {3, 5, 1}}, {{0, 3, 0}}},
	}
	x := linalg.NewDense(8, 2, normals(rand.New(rand.NewPCG(1, 2)), 16))
	return d, x, func() toolkit.Params {
		return params.NewModel([]params.Block{
			params.NewExplicit(segments.Candidate, segments.NewSums(x, d.Most), 2),
			params.NewExplicit(segments.Transition, linalg.Identity(2), 2),
		})
	}
}

// TestLosses: both are what they say, with all segmentations, and the hinge is learned with a certificate.
func TestLosses(t *testing.T) {
	t.Parallel()
	d, _, create := small()
	if err := d.Check(); err != nil {
		t.Fatal(err)
	}
	var scorer segments.Scorer
	all := toolkittest.Outputs(func(i int, p toolkit.Params) iter.Seq2[string, float64] {
		return func(yield func(string, float64) bool) {
			s := scorer.Score(p, d, i)
			less := s.Of(d.Of[i])
			s.AddHamming(d.Of[i])
			each(s.N, s.Most, s.Labels, func(y []segments.Segment) { yield(fmt.Sprint("segments ", y), s.Of(y)-less) })
		}
	})
	if err := toolkittest.Oracle(&segments.Hinge{Data: d}, create, all); err != nil {
		t.Error(err)
	}
	if err := toolkittest.Oracle(&segments.CRF{Data: d}, create); err != nil {
		t.Error(err)
	}
	method := risk.BlockFrankWolfe{Mu: 0.1, Pairwise: true, Params: create()}
	seq := method.Iterations(t.Context(), &segments.Hinge{Data: d})
	if res, err := solver.Run(seq, solver.Any(solver.RelGap(1e-6), solver.MaxIter(1000))); err != nil ||
		res.Status != solver.Converged {
		t.Errorf("%s, %v", res.Status, err)
	}
}

// TestSums: rows are the sums of positions.
func TestSums(t *testing.T) {
	t.Parallel()
	d, x, _ := small()
	s := segments.NewSums(x, d.Most)
	rows, columns := s.Dims()
	plain := linalg.NewDense(rows, columns, nil)
	for i := range rows {
		for k := range i%d.Most + 1 {
			if at := i/d.Most + k; at < x.R {
				for j, v := range x.Row(at) {
					plain.Data[i*columns+j] += v
				}
			}
		}
	}
	rng := rand.New(rand.NewPCG(3, 4))
	v, w := normals(rng, columns), normals(rng, rows)
	got, want := make([]float64, rows), make([]float64, rows)
	s.MulVec(got, v)
	plain.MulVec(want, v)
	near(t, got, want)
	got, want = make([]float64, columns), make([]float64, columns)
	s.MulTransVec(got, w)
	plain.MulTransVec(want, w)
	near(t, got, want)
	near(t, []float64{s.DotRows(4, 10)}, []float64{plain.DotRows(4, 10)})
}

// TestBadSegmentsAreNamed: with the sequence and the segment.
func TestBadSegmentsAreNamed(t *testing.T) {
	t.Parallel()
	for words, spoil := range map[string]func(d *segments.Sequences){
		"0 labels":                           func(d *segments.Sequences) { d.Labels = 0 },
		"start must begin with 0":            func(d *segments.Sequences) { d.Start = d.Start[1:] },
		"sequence 1: segment 2 is from 3":    func(d *segments.Sequences) { d.Of[0][1] = segments.Segment{Start: 3, End: 4} },
		"sequence 1: segment 3 has label 7":  func(d *segments.Sequences) { d.Of[0][2].Label = 7 },
		"sequence 2: segment 1 has 3 positi": func(d *segments.Sequences) { d.Most = 2 },
		"sequence 2 has 3 positions, and se": func(d *segments.Sequences) { d.Of[1] = nil },
	} {
		d, _, _ := small()
		spoil(d)
		if err := d.Check(); err == nil || !strings.Contains(err.Error(), words) {
			t.Errorf("%q is not in: %v", words, err)
		}
	}
}
