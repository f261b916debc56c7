package newton

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/linalg"
)

// drawn is a machine of random examples at a random point, with multipliers, on which other examples pull.
func drawn(rng *rand.Rand, column float64) *svm {
	const n, d = 60, 5
	a, y, c := linalg.NewDense(n, d, nil), make([]float64, n), make([]float64, n)
	for i := range n {
		for j := range d {
			a.Row(i)[j] = rng.NormFloat64()
		}
		y[i], c[i] = float64(2*rng.IntN(2)-1), rng.Float64()
	}
	m := newSVM(machine{a: linalg.ToCSR(a), y: y, c: c, mu: 0.1, column: column})
	m.width, m.base = 0.5, make([]float64, len(m.w))
	for j := range m.w {
		m.w[j], m.base[j] = rng.NormFloat64(), rng.NormFloat64()
	}
	for i := range m.shift {
		m.shift[i] = rng.Float64()
	}
	m.enter()
	return m
}

// value is that of the subproblem at w, with (s/2)(α² − v²) below the whole of the losses.
func (m *svm) value(w []float64) float64 {
	margins := make([]float64, len(m.y))
	m.margins(margins, w)
	v := m.mu/2*floats.Dot(w[:m.d], w[:m.d]) - floats.Dot(m.base, w)
	for i, at := range margins {
		t := m.shift[i] + (1-at)/m.width
		v += m.c[i] * m.width * (t*clip(t) - clip(t)*clip(t)/2)
	}
	return v
}

// stale is how far margins, slopes and what they pull are from those of the point, and makes them those.
func (m *svm) stale() float64 {
	before := [][]float64{slices.Clone(m.pull), slices.Clone(m.margin), slices.Clone(m.slope)}
	m.enter()
	var most float64
	for k, v := range [][]float64{m.pull, m.margin, m.slope} {
		most = max(most, floats.Distance(before[k], v, 2))
	}
	return most
}

// TestSearch: a step ends where the subproblem is least along Δ, long or short as Δ may be; slopes and what they pull
// then are those of the new point.
func TestSearch(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(11, 1))
	for trial := range 60 {
		m := drawn(rng, float64(trial%2))
		m.descent()
		scale := math.Pow(10, float64(trial%5)-3)
		floats.ScaleTo(m.dw, scale, m.grad)
		at := slices.Clone(m.w)
		m.advance(-floats.Dot(m.grad, m.dw))
		// the slope along Δ by differences, at both ends
		along := func(w []float64) float64 {
			const h = 1e-6
			ahead, behind := slices.Clone(w), slices.Clone(w)
			floats.AddScaled(ahead, h/scale, m.dw)
			floats.AddScaled(behind, -h/scale, m.dw)
			return (m.value(ahead) - m.value(behind)) / (2 * h)
		}
		start, end := along(at), along(m.w)
		if !(start < 0) || math.Abs(end) > 2*searched*math.Abs(start)+1e-6 {
			t.Errorf("trial %d: the slope is %g before a step, and %g after", trial, start, end)
		}
		if d := m.stale(); d > 1e-9 {
			t.Errorf("trial %d: a step leaves the point by %g", trial, d)
		}
	}
}

// TestTurn: multipliers and width change, and slopes and what they pull with them.
func TestTurn(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(11, 2))
	for trial := range 20 {
		m := drawn(rng, float64(trial%2))
		before := slices.Clone(m.slope)
		m.width *= narrower
		if err := m.turn(); err != nil {
			t.Fatal(err)
		}
		if d := m.stale(); d > 1e-9 {
			t.Errorf("trial %d: the slopes are off by %g", trial, d)
		}
		if !floats.Equal(before, m.shift) {
			t.Errorf("trial %d: multipliers are not the slopes before", trial)
		}
	}
}

// TestFollow: the matrix of a step is that of F, whatever came and went before.
func TestFollow(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(11, 3))
	for _, column := range []float64{0, 2} {
		m := drawn(rng, column)
		share := 0.5
		for trial := range 20 {
			kept := m.free
			m.free = nil
			for i := range m.y {
				if was := len(kept) > 0 && kept[0] == i; was {
					kept = kept[1:]
					if rng.Float64() < 0.9 {
						m.free = append(m.free, i)
					}
				} else if rng.Float64() < share {
					m.free = append(m.free, i)
				}
			}
			share = 0.1
			m.follow()
			size := len(m.w)
			for j := range size {
				for k := j; k < size; k++ {
					var want float64
					for _, i := range m.free {
						row := linalg.ToDense(linalg.SelectRows(m.a, []int{i})).Data
						row = append(row, column)
						want += m.c[i] * row[j] * row[k]
					}
					if got := m.followed.sum[j*size+k]; math.Abs(got-want) > 1e-10 {
						t.Fatalf("trial %d, entry %d, %d: %g, not %g", trial, j, k, got, want)
					}
				}
			}
		}
	}
}
