package composite_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/big"
	"os"
	"testing"

	"github.com/proxlab/proxlab/toolkit/internal/exact"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/composite"
)

// outcome is what was said of a hostile problem.
type outcome struct {
	hostile
	Ended                     string // "converged", "infeasible", "unbounded", "open"
	Objective, Gap, Violation float64
	X                         []float64
	Wrong                     string // by 384 bits
	Iterations                int
	Bound                     float64 // of P*, as told
	Dual                      float64 // what multipliers prove: P(x) ≥ Dual + ⟨Left, x⟩ for any x
	Left                      []float64
	Assumed                   float64
	Bounded                   bool // P is bounded below, as its squares alone are of no ray
	radius                    []float64
	rounding                  float64
	multipliers               [][]float64
	proof                     *composite.Infeasible
	ray                       []float64
	Scale                     float64
}

// solveHostile solves to 1e-9.
func solveHostile(t *testing.T, h hostile) (out outcome) {
	t.Helper()
	out = outcome{hostile: h, Ended: "open", Bound: -math.MaxFloat64}
	out.Scale = math.Abs(float(valueOf(h, make([]float64, len(h.Units))))) // below 1e-14 of it P is rounding
	var best *composite.State
	for st, err := range (composite.Method{}).Iterations(t.Context(), h.problem()) {
		var unbounded *composite.Unbounded
		switch {
		case errors.As(err, &out.proof):
			out.Ended = "infeasible"
			return out
		case errors.As(err, &unbounded):
			if out.Ended = "unbounded"; unbounded.X == nil {
				out.Ended = "infeasible or unbounded"
			}
			out.ray = unbounded.Ray
			return out
		case err != nil:
			out.Wrong = err.Error()
			return out
		}
		best = st
		if out.Iterations = st.Iter; st.Gap <= math.Max(1e-9*math.Abs(st.Objective), 1e-14*out.Scale) {
			out.Ended = "converged"
			break
		}
		if st.Iter == 150 {
			break
		}
	}
	if out.rounding = best.Rounding; !solver.Finite(out.rounding) {
		out.rounding = 0
	}
	out.radius, out.Assumed = best.Radius, best.Assumed
	out.X, out.Objective, out.Violation = best.X(nil), best.Objective, best.Violation
	if out.Gap = best.Gap; !solver.Finite(out.Gap) || !solver.Finite(out.Objective) {
		out.Gap, out.Objective = math.MaxFloat64, math.Max(-math.MaxFloat64, math.Min(out.Objective, math.MaxFloat64))
	}
	for k := range h.Terms {
		out.multipliers = append(out.multipliers, best.Multipliers(nil, k))
	}
	return out
}

// TestHostileComposites judges what is said of hostile problems in numbers of 384 bits: a bound of P* is one that its
// multipliers prove, a proof of infeasibility is one, P is what it is at the point, and problems made to have no
// solution are said to have none. PROXLAB_COMPOSITES=FIRST:LAST:FILE does others, and writes them as lines of JSON for
// bench/composites.py.
func TestHostileComposites(t *testing.T) {
	t.Parallel()
	first, last, file := uint64(0), uint64(60), ""
	if of := os.Getenv("PROXLAB_COMPOSITES"); of != "" {
		if _, err := fmt.Sscanf(of, "%d:%d:%s", &first, &last, &file); err != nil {
			t.Fatal(err)
		}
	}
	var lines []outcome
	counts := map[string]int{}
	for seed := first; seed < last; seed++ {
		out := solveHostile(t, drawHostile(seed))
		judge(&out)
		if out.Wrong != "" {
			t.Errorf("%d: %s", seed, out.Wrong)
		}
		counts[out.Made+" "+out.Ended]++
		lines = append(lines, out)
	}
	t.Log(counts)
	if solved := counts[" converged"]; file == "" && counts[" open"]*10 > solved {
		t.Errorf("%d problems were not solved, of %v", counts[" open"], counts)
	}
	if file == "" {
		return
	}
	f, err := os.Create(file)
	if err != nil {
		t.Fatal(err)
	}
	for _, out := range lines {
		if err := json.NewEncoder(f).Encode(out); err != nil {
			t.Fatal(err)
		}
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
}

// judge says what is wrong with an answer.
func judge(out *outcome) {
	switch out.Ended {
	case "infeasible":
		if !proves(out) {
			out.Wrong = "the constraints are said to contradict each other without proof"
		}
	case "converged", "open":
		judgeBound(out)
		out.Bounded = curved(out.hostile)
	case "unbounded", "infeasible or unbounded":
		out.Wrong = judgeRay(out)
	}
}

// number is a rational way of saying a + b, a − b, ab in 384 bits.
func number() *big.Float               { return new(big.Float).SetPrec(exact.Prec) }
func times(a, b *big.Float) *big.Float { return number().Mul(a, b) }
func plus(a, b *big.Float) *big.Float  { return number().Add(a, b) }
func float(a *big.Float) float64       { v, _ := a.Float64(); return v }

// balance is c + Σ_k K_kᵀv_k.
func balance(h hostile, v [][]float64) []*big.Float {
	q := exact.Zeros(len(h.Units))
	for j, c := range h.Linear {
		q[j].SetFloat64(c)
	}
	for k, t := range h.Terms {
		if v[k] == nil {
			continue
		}
		for i, row := range t.Rows {
			for j, a := range row {
				q[j] = plus(q[j], times(exact.New(a), exact.New(v[k][i])))
			}
		}
	}
	return q
}

// proves tells whether a ray is one of Farkas: no x of the sizes that are told satisfies the constraints.
func proves(out *outcome) bool {
	h := out.hostile
	h.Linear = nil
	margin := number()
	for k, t := range h.Terms {
		if v := out.proof.Ray[k]; v != nil {
			support, ok := conjugate(t, v, 1e-13)
			if !ok {
				return false
			}
			margin.Sub(margin, support)
		}
	}
	for j, q := range balance(h, out.proof.Ray) {
		far := math.Min(out.proof.Radius[j], 1e3*h.Units[j])
		margin.Sub(margin, times(number().Abs(q), exact.New(far)))
	}
	return margin.Sign() > 0
}

// judgeBound compares the bound of P* with what the multipliers prove for x within the radius that is told and ten
// times what the point is, or of which predictions are, and P with its value.
func judgeBound(out *outcome) {
	if out.multipliers[0] == nil || out.Gap == math.MaxFloat64 {
		return
	}
	dual := number()
	for k, t := range out.Terms {
		sup, ok := conjugate(t, out.multipliers[k], 1e-12)
		if !ok {
			out.Wrong = fmt.Sprintf("the multipliers of term %d, %s, are outside of the domain", k+1, t.Kind)
			return
		}
		dual.Sub(dual, sup)
	}
	most := 0.0
	for j, x := range out.X {
		most = math.Max(most, math.Abs(x)/out.Units[j])
	}
	rest, left := number(), balance(out.hostile, out.multipliers)
	for j, q := range left {
		if out.Ridge != nil && out.Ridge[j] > 0 {
			dual.Sub(dual, number().Quo(times(q, q), exact.New(2*out.Ridge[j])))
			q.SetInt64(0)
		} else {
			far := math.Min(out.radius[j], 10*most*out.Units[j])
			cost := times(number().Abs(q), exact.New(far))
			if less, ok := absorbed(out.hostile, out.multipliers, j, q); ok && less.Cmp(cost) < 0 {
				cost = less
			}
			rest = plus(rest, cost)
		}
		out.Left = append(out.Left, float(q))
	}
	out.Dual = float(dual)
	if near := within(out.hostile, out.X, left); near.Cmp(rest) < 0 {
		rest = near
	}
	dual.Sub(dual, rest)
	value := valueOf(out.hostile, out.X)
	rounding := out.rounding + 1e-12*(math.Abs(float(value))+math.Abs(out.Objective)) + 1e-14*(out.Scale+most*out.reach())
	out.Bound = out.Objective - out.Gap
	switch {
	case math.Abs(float(value)-out.Objective) > rounding:
		out.Wrong = fmt.Sprintf("P is %.17g, and told %.17g", float(value), out.Objective)
	case out.Bound-float(dual) > rounding:
		out.Wrong = fmt.Sprintf("the bound told is %.17g, and %.17g is proved", out.Bound, float(dual))
	}
}

// reach is the most that a product with a row may be at numbers of the columns' units.
func (h hostile) reach() (most float64) {
	for _, t := range h.Terms {
		for _, row := range t.Rows {
			var sum float64
			for j, a := range row {
				sum += math.Abs(a) * h.Units[j]
			}
			most = math.Max(most, sum)
		}
	}
	return most
}

// curved tells whether the squares of P, of losses and of the ridge, are 0 for no x but 0, by pivots in 384 bits.
func curved(h hostile) bool {
	n := len(h.Units)
	gram := make([][]*big.Float, n)
	for j := range gram {
		if gram[j] = exact.Zeros(n); h.Ridge != nil {
			gram[j][j].SetFloat64(h.Ridge[j])
		}
	}
	for _, t := range h.Terms {
		if t.Kind != "squared" {
			continue
		}
		for _, row := range t.Rows {
			for i, a := range row {
				for j, b := range row {
					gram[i][j] = plus(gram[i][j], times(exact.New(a), exact.New(b)))
				}
			}
		}
	}
	sizes := make([]float64, n)
	for k := range n {
		sizes[k] = float(gram[k][k])
	}
	for k, size := range sizes {
		if reduce(gram, k); !(float(gram[k][k]) > 0x1p-200*size) {
			return false
		}
	}
	return true
}

// reduce takes row k of a symmetric matrix from those below.
func reduce(gram [][]*big.Float, k int) {
	if gram[k][k].Sign() <= 0 {
		return
	}
	for i := k + 1; i < len(gram); i++ {
		share := number().Quo(gram[i][k], gram[k][k])
		for j := k; j < len(gram); j++ {
			gram[i][j] = number().Sub(gram[i][j], times(share, gram[k][j]))
		}
	}
}
