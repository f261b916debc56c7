package outputs

import "github.com/proxlab/proxlab/toolkit"

// Ranged is a loss of one prediction an example that goes through several examples at once: Range writes c_i ℓ_i'(f_i)
// to slopes, which may be f, and returns Σ c_i ℓ_i(f_i), and SecondRange writes c_i ℓ_i”(f_i), for the examples from,
// from + 1, …
type Ranged interface {
	Range(slopes, f []float64, from int) float64
	SecondRange(h, f []float64, from int)
}

// RangedConjugate is a loss of one prediction an example that goes through the conjugates of several examples at once:
// ConjugateRange returns Σ c_i ℓ_i*(t s_i/c_i) for the examples from, from + 1, …, without those of weight 0, and the
// sum of its terms' absolute values.
type RangedConjugate interface {
	ConjugateRange(s []float64, t float64, from int) (sum, size float64)
}

// RangedClasses is a loss of several outputs, which all examples have, that goes through several examples at once:
// Range is Ranged's with rows of predictions, and RangeProbabilities writes the p of which ∇²ℓ_i(f_i) = diag(p) − ppᵀ.
type RangedClasses interface {
	Range(slopes, f []float64, from int) float64
	RangeProbabilities(p, f []float64)
}

// Levelled is a loss of one prediction an example that knows the b at which Σ_i c_i ℓ_i(f_i + b) is least; not finite
// where there is none.
type Levelled interface {
	Level(f []float64) float64
}

// one is a loss of one prediction an example, and what else it can do; all nil for other losses.
type one struct {
	loss     toolkit.Separable
	ranged   Ranged
	dual     RangedConjugate
	levelled Levelled
}

func oneOf(of toolkit.Loss) (out one) {
	if _, several := of.(toolkit.MultiOutput); several {
		return out
	}
	if out.loss, _ = of.(toolkit.Separable); out.loss == nil {
		return out
	}
	out.ranged, _ = of.(Ranged)
	out.dual, _ = of.(RangedConjugate)
	out.levelled, _ = of.(Levelled)
	return out
}

// slopes are Slopes for the examples from, from + 1, …
func (o *one) slopes(s, z []float64, from int) (sum float64) {
	if o.ranged != nil {
		return o.ranged.Range(s, z, from)
	}
	for k, f := range z {
		c := o.loss.Weight(from + k)
		value, slope := o.loss.At(from+k, f)
		s[k] = c * slope
		sum += c * value
	}
	return sum
}
