package glasso

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/linalg"
)

// classes are covariances of n examples each of d variables, some of whose dependences all classes have.
func classes(seed uint64, k, n, d int) (p Joint) {
	rng := rand.New(rand.NewPCG(seed, 4))
	for c := range k {
		x := linalg.NewDense(n+10*c, d, nil)
		for i := range x.R {
			row := x.Row(i)
			for j := range row {
				row[j] = rng.NormFloat64()
				if j > 0 && (j%3 != 0 || c == 0) {
					row[j] += 0.6 * row[j-1]
				}
			}
		}
		s := linalg.GramOfColumns(x, nil)
		floats.Scale(1/float64(x.R), s)
		p.S, p.Examples = append(p.S, linalg.NewDense(d, d, s)), append(p.Examples, x.R)
	}
	return p
}

// jointly is a state with a gap of at most a share of d.
func jointly(t *testing.T, p Joint, share float64) *Classes {
	t.Helper()
	for s, err := range (Splitting{}).Iterations(t.Context(), p) {
		if err != nil {
			t.Fatal(err)
		}
		if s.Gap <= share*float64(p.S[0].R) {
			return s
		}
		if s.Iter == 4000 {
			t.Fatalf("λ = %g, η = %g, fused %v: a gap of %g after %d steps", p.Lambda, p.Eta, p.Fused, s.Gap, s.Iter)
		}
	}
	return nil
}

// TestJointApart: without what they have in common classes are problems of their own, solved by Newton's method.
func TestJointApart(t *testing.T) {
	t.Parallel()
	p := classes(1, 3, 40, 8)
	p.Lambda = 0.03
	s := jointly(t, p, 1e-9)
	for k, share := range p.shares() {
		var own *State
		for st, err := range (Newton{}).Iterations(t.Context(), Problem{S: p.S[k], Lambda: p.Lambda / share}) {
			if err != nil {
				t.Fatal(err)
			}
			if own = st; st.Gap <= 1e-11 || st.Settled() {
				break
			}
		}
		if x := own.X(nil); !floats.EqualApprox(x, s.X[k].Data, 1e-3) {
			t.Errorf("class %d: %v by itself, %v jointly", k+1, x, s.X[k].Data)
		}
	}
}

// TestJointTogether: a large η makes edges of classes equal where they are fused, and 0 where they are a group;
// no move of entries lowers the objective below what the gap allows, and the graph is of the classes' common edges.
func TestJointTogether(t *testing.T) {
	t.Parallel()
	for _, fused := range []bool{false, true} {
		p := classes(2, 3, 50, 7)
		p.Lambda, p.Eta, p.Fused = 0.01, 0.02, fused
		s := jointly(t, p, 1e-8)
		moved(t, p, s)
		p.Eta = 2
		s = jointly(t, p, 1e-8)
		for e, v := range s.X[0].Data {
			for k := range s.X {
				w := s.X[k].Data[e]
				if i, j := e/7, e%7; i != j && (fused && w != v || !fused && w != 0) {
					t.Errorf("fused %v: entry %d, %d is %g in class 1, and %g in class %d", fused, i, j, v, w, k+1)
				}
			}
		}
	}
}

// moved looks for points near a solution that are better than its gap allows.
func moved(t *testing.T, p Joint, s *Classes) {
	t.Helper()
	rng := rand.New(rand.NewPCG(7, 7))
	d := p.S[0].R
	if s.Gap < 0 || s.Rounding <= 0 || s.Rounding > 1e-10 {
		t.Errorf("a gap of %g, of which %g is rounding", s.Gap, s.Rounding)
	}
	for try := range 400 {
		var value float64
		size := math.Pow(10, -float64(try%6)-1)
		x := make([][]float64, len(p.S))
		for k := range x {
			x[k] = append([]float64(nil), s.X[k].Data...)
		}
		i, j := rng.IntN(d), rng.IntN(d)
		for k := range x {
			v := x[k][i*d+j] + size*rng.NormFloat64()
			x[k][i*d+j], x[k][j*d+i] = v, v
		}
		defined := true
		for k, c := range p.shares() {
			logDet, ok := factored(append([]float64(nil), x[k]...), d)
			defined = defined && ok
			value += c * (floats.Dot(p.S[k].Data, x[k]) - logDet)
		}
		for e := range d * d {
			if e/d == e%d {
				continue
			}
			var square float64
			for k := range x {
				value += p.Lambda * math.Abs(x[k][e])
				square += x[k][e] * x[k][e]
				for l := range k {
					if p.Fused {
						value += p.Eta * math.Abs(x[k][e]-x[l][e])
					}
				}
			}
			if !p.Fused {
				value += p.Eta * math.Sqrt(square)
			}
		}
		if defined && value < s.Objective-s.Gap {
			t.Fatalf("fused %v: %g near a point of %g with a gap of %g", p.Fused, value, s.Objective, s.Gap)
		}
	}
}

// TestShrink: the proximity operators are the minima, by the optimality of their multipliers.
func TestShrink(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(3, 3))
	for try := range 500 {
		p := Joint{Lambda: rng.Float64(), Eta: rng.Float64(), Fused: try%2 == 0}
		v := make([]float64, 1+try%5)
		for k := range v {
			v[k] = 2 * rng.NormFloat64()
		}
		x := append([]float64(nil), v...)
		p.shrink(x, 0.7)
		y := floats.SubTo(make([]float64, len(v)), v, x)
		floats.Scale(1/0.7, y)
		if scale := p.inside(y); scale < 1-1e-12 || math.Abs(floats.Dot(y, x)-p.value(x)) > 1e-12 {
			t.Fatalf("%+v at %v: %v, of which the multipliers %v are off", p, v, x, y)
		}
		floats.Scale(3, y)
		floats.Scale(p.inside(y), y)
		for range 50 {
			for k := range x {
				x[k] = rng.NormFloat64()
			}
			if floats.Dot(y, x) > p.value(x)+1e-12 {
				t.Fatalf("%+v: %v is not inside, by %v", p, y, x)
			}
		}
	}
}

// TestJointRefuses names what is wrong.
func TestJointRefuses(t *testing.T) {
	t.Parallel()
	good := classes(1, 2, 20, 4)
	for name, change := range map[string]func(p *Joint){
		"no classes":       func(p *Joint) { p.S = nil },
		"negative η":       func(p *Joint) { p.Eta = -1 },
		"infinite λ":       func(p *Joint) { p.Lambda = math.Inf(1) },
		"no examples":      func(p *Joint) { p.Examples = []int{3, 0} },
		"of other sizes":   func(p *Joint) { p.S = []*linalg.Dense{p.S[0], linalg.NewDense(1, 1, []float64{1})} },
		"without variance": func(p *Joint) { p.S = []*linalg.Dense{p.S[0], linalg.NewDense(4, 4, nil)} },
	} {
		p := good
		change(&p)
		if p.Check() == nil {
			t.Errorf("%s: taken", name)
		}
	}
}

// TestJointWithoutEigenvalues: a step that finds none is an error, and the point stays the best so far.
func TestJointWithoutEigenvalues(t *testing.T) {
	t.Parallel()
	p := classes(3, 2, 30, 5)
	p.Lambda, p.Eta = 0.1, 0.05
	var before float64
	for s, err := range (Splitting{}).Iterations(t.Context(), p) {
		if s.Iter == 3 && err == nil {
			before, s.u[1][0] = s.Objective, math.NaN()
		}
		if err == nil {
			continue
		}
		if !strings.Contains(err.Error(), "class 2: the eigenvalues of step 4") || s.Objective != before || s.X[1] == nil {
			t.Errorf("objective %g after %g: %v", s.Objective, before, err)
		}
		return
	}
	t.Error("no error where there are no eigenvalues")
}
