package simd

import (
	"math/rand/v2"
	"testing"
)

// TestAddGram: sums of products of columns are those of Product, bit by bit, at every level: of columns by rows less a
// shift and of columns in one piece each, with one another and with others, weighted and not, in room that was used.
func TestAddGram(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 10))
	var p, q, weighted [3]Panels
	for range 60 {
		n, c, d := 1+rng.IntN(40), 1+rng.IntN(70), 1+rng.IntN(70)
		gap := rng.IntN(3)
		x, shift, y := numbers((n+1)*(c+gap), rng.Uint64()), numbers(c, rng.Uint64()), numbers(d*(n+1), rng.Uint64())
		h, shifted := numbers(n, rng.Uint64()), make([]float64, n*c)
		for k := range n {
			for j := range c {
				shifted[k*c+j] = x[k*(c+gap)+j] - shift[j]
			}
		}
		which, chosen := rng.Perm(d), make([]float64, 0, len(y)) // columns in any order
		for _, j := range which {
			chosen = append(chosen, y[j*(n+1):][:n+1]...)
		}
		last := c - rng.IntN(min(c, 3)) // columns from here on are set by themselves
		onLevels(t, func(l Level) {
			a, b, w := &p[l], &q[l], &weighted[l]
			a.Resize(n, c)
			a.SetRows(0, n/2, x, c+gap, shift[:last])
			a.SetRows(n/2, n-n/2, x[n/2*(c+gap):], c+gap, shift[:last])
			for j := last; j < c; j++ {
				of, wide := a.Column(j)
				for k := range n {
					of[k*wide] = shifted[k*c+j]
				}
			}
			b.Resize(n, d)
			b.SetColumns(y, n+1, which)
			w.Weigh(a, h)
			for _, by := range [][]float64{nil, h} {
				self, other := a, Product{A: Matrix{shifted, 1, c}, B: Matrix{shifted, c, 1}, R: c, C: c, Upper: true}
				if by != nil {
					self = w
				}
				other.Weights = by
				check(t, l, other, n, func(sum []float64) { AddGram(sum, a, self, true) })
			}
			check(t, l, Product{A: Matrix{shifted, 1, c}, B: Matrix{chosen, 1, n + 1}, R: c, C: d}, n,
				func(sum []float64) { AddGram(sum, a, b, false) })
		})
	}
}

// check compares what is added with the definition.
func check(t *testing.T, l Level, p Product, n int, add func(sum []float64)) {
	t.Helper()
	p.Inner, p.Alpha, p.Stride = n, 1, GramStride(p.C)
	p.Sum = numbers(p.Stride*GramStride(p.R), 3)
	got := append([]float64(nil), p.Sum...)
	p.small()
	add(got)
	for i := range p.R {
		from := 0
		if p.Upper {
			from = i
		}
		if at := i * p.Stride; !sameAll(got[at+from:at+p.C], p.Sum[at+from:at+p.C]) {
			t.Fatalf("%s, %d numbers, %d × %d, row %d: not the definition", l, n, p.R, p.C, i)
		}
	}
}

// TestAddGramShapes: other lengths are errors of a program.
func TestAddGramShapes(t *testing.T) {
	var a, b Panels
	a.Resize(3, 2)
	b.Resize(4, 2)
	for name, add := range map[string]func(){
		"other lengths": func() { AddGram(make([]float64, 64), &a, &b, false) },
		"short sums":    func() { AddGram(make([]float64, 63), &a, &a, false) },
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s: no panic", name)
				}
			}()
			add()
		}()
	}
}
