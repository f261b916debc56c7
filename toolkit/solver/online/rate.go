package online

import "math"

// Rate is a sequence of learning rates η_t > 0 for rounds t = 1, 2, ….
type Rate interface {
	At(t int) float64
}

// Constant is η_t = Eta.
type Constant struct{ Eta float64 }

// At is Eta.
func (r Constant) At(int) float64 { return r.Eta }

// InvSqrt is η_t = Eta0/√t.
type InvSqrt struct{ Eta0 float64 }

// At is Eta0/√t.
func (r InvSqrt) At(t int) float64 { return r.Eta0 / math.Sqrt(float64(t)) }

// InvLinear is η_t = 1/(Sigma·t), for σ-strongly convex losses.
type InvLinear struct{ Sigma float64 }

// At is 1/(Sigma·t).
func (r InvLinear) At(t int) float64 { return 1 / (r.Sigma * float64(t)) }
