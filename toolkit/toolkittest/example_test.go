package toolkittest_test

import (
	"fmt"
	"math"
	"strings"

	"github.com/proxlab/proxlab/toolkit/toolkittest"
)

// NonNegativeL1 is λ Σ x_j for x ≥ 0, and +Inf elsewhere: a penalty of one's own.
type NonNegativeL1 struct{ Lambda float64 }

func (g NonNegativeL1) Value(x []float64) (value float64) {
	for _, v := range x {
		if v < 0 {
			return math.Inf(1)
		}
		value += g.Lambda * v
	}
	return value
}

func (g NonNegativeL1) Prox(dst, v []float64, gamma float64) float64 {
	if !(gamma > 0) {
		panic("the stepsize must be positive")
	}
	if len(dst) != len(v) {
		panic("dst and v have different lengths")
	}
	for j, x := range v {
		dst[j] = max(0, x-gamma*g.Lambda)
	}
	return g.Value(dst)
}

// Its conjugate is 0 where v_j ≤ λ for all j: only what pulls upward counts.
func (g NonNegativeL1) Polar(v []float64) (polar float64) {
	for _, x := range v {
		polar = max(polar, x/g.Lambda)
	}
	return polar
}

func (g NonNegativeL1) Conjugate(v []float64) float64 {
	if g.Polar(v) <= 1+1e-12 {
		return 0
	}
	return math.Inf(1)
}

// A penalty of one's own. In a test: if err := toolkittest.Prox(…); err != nil { t.Error(err) }.
func ExampleProx() {
	fmt.Println(toolkittest.Prox(NonNegativeL1{Lambda: 0.5}, 4))
	// Output: <nil>
}

// forgotten is NonNegativeL1 with a prox that forgets γ.
type forgotten struct{ NonNegativeL1 }

func (g forgotten) Prox(dst, v []float64, gamma float64) float64 {
	return g.NonNegativeL1.Prox(dst, v, gamma/gamma)
}

// What the first fault of a wrong penalty looks like.
func ExampleProx_wrong() {
	err := toolkittest.Prox(forgotten{NonNegativeL1{Lambda: 0.5}}, 2, toolkittest.Points([]float64{1, 2}))
	first := strings.Split(err.Error(), "\n")[1]
	fmt.Println(strings.NewReplacer(" the objective", "\nthe objective", ", which", ",\nwhich").Replace(first))
	// Output:
	// Prox is not the minimizer: at v = [1 2], γ = 0.3
	// the objective g(z) + ‖z − v‖²/(2γ) is 1.833 at its z = [0.5 1.5], and 1.425 at z = [0.85 1.85],
	// which is 0.49 away
}

// Quantile is the loss of quantile regression, ℓ_i(f) = max(τr, (τ − 1)r) with r = y_i − f: a loss of one's own.
type Quantile struct {
	Y   []float64
	Tau float64
}

func (l Quantile) Len() int           { return len(l.Y) }
func (l Quantile) Weight(int) float64 { return 1 / float64(len(l.Y)) }
func (l Quantile) Curvature() float64 { return math.Inf(1) } // it has a kink

func (l Quantile) At(i int, f float64) (value, slope float64) {
	r := l.Y[i] - f
	if r < 0 {
		return (l.Tau - 1) * r, 1 - l.Tau
	}
	return l.Tau * r, -l.Tau // NaN gets here, and stays
}

func (l Quantile) Conjugate(i int, u float64) float64 {
	const room = 1e-12 // for rounding
	if u < -l.Tau-room || u > 1-l.Tau+room {
		return math.Inf(1)
	}
	return u * l.Y[i]
}

// A loss of one's own.
func ExampleLoss() {
	fmt.Println(toolkittest.Loss(Quantile{Y: []float64{1, 3, -2}, Tau: 0.9}))
	// Output: <nil>
}
