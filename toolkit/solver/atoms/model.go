package atoms

import (
	"math"

	"gonum.org/v1/gonum/floats"
)

// model is a quadratic model gᵀδ + ½δᵀBδ of a function on θ ≥ 0, with B at first a Gram matrix times a scale.
type model struct {
	b     [][]float64 // B, r×r
	scale float64     // of the Gram matrix, as it was last found
	gram  [][]float64 // of its lower triangle
	fresh bool        // B is the Gram matrix still
}

// leastDiagonal is the share of the largest entry of B that every one on its diagonal has.
const leastDiagonal = 1e-12

func newModel(gram [][]float64, scale float64) *model {
	n := len(gram)
	m := &model{b: make([][]float64, n), scale: scale, gram: gram, fresh: true}
	var most float64
	for t := range n {
		m.b[t] = make([]float64, n)
		most = math.Max(most, scale*gram[t][t])
		for s, v := range gram[t] {
			m.b[t][s], m.b[s][t] = scale*v, scale*v
		}
	}
	for t := range n {
		m.b[t][t] = math.Max(m.b[t][t], leastDiagonal*most)
	}
	return m
}

// maxPasses bounds the passes of coordinate descent over one model.
const maxPasses = 500

// minimize moves θ ≥ 0 from where the model has the gradient slopes, a coordinate at a time, until a pass has met no
// violation of the conditions above tol.
func (m *model) minimize(theta, slopes []float64, tol float64, pick func(turn, n int) int) {
	n := len(theta)
	g := append([]float64(nil), slopes...)
	for range maxPasses {
		var most float64
		for turn := range n {
			t := pick(turn, n)
			if theta[t] == 0 && g[t] >= 0 || g[t] == 0 {
				continue
			}
			most = math.Max(most, math.Abs(g[t]))
			to := math.Max(0, theta[t]-g[t]/m.b[t][t])
			floats.AddScaled(g, to-theta[t], m.b[t])
			theta[t] = to
		}
		if most <= tol {
			return
		}
	}
}

// update mends B after a step s over which the gradient changed by y, by the BFGS formula. The first time B is scaled
// before, to sᵀBs = sᵀy.
func (m *model) update(s, y []float64) {
	sy := floats.Dot(s, y)
	bs := make([]float64, len(s))
	product := func() (sbs float64) {
		for t := range bs {
			bs[t] = floats.Dot(m.b[t], s)
		}
		return floats.Dot(s, bs)
	}
	sbs := product()
	if !(sy > 1e-10*sbs) || !(sbs > 0) {
		return
	}
	if m.fresh {
		m.fresh = false
		m.scale *= sy / sbs
		for t := range m.b {
			floats.Scale(sy/sbs, m.b[t])
		}
		sbs = product()
	}
	for t := range m.b {
		floats.AddScaled(m.b[t], y[t]/sy, y)
		floats.AddScaled(m.b[t], -bs[t]/sbs, bs)
	}
}
