package online

import (
	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/solver"
)

// rounds is what the methods do in the rounds of a game, on w in one representation or another.
type rounds interface {
	// hold calls play, which plays rounds: w is taken out of the parameters before, and given back to them after.
	hold(play func() error) error
	// receive draws f_t, suffers f_t(w_t), chooses g_t ∈ ∂f_t(w_t) and returns ‖g_t‖².
	receive() (squared float64)
	// project sets w_{t+1} ← Π_S[w_t − η_t(g_t + ρ_t w_t)].
	project(eta, rho float64)
	// forget sets w ← 0.
	forget()
	// weights appends w to dst, where it is one dense vector.
	weights(dst []float64) []float64
}

// newRounds chooses the representation: a dense vector for a sparse linear model, and else whatever the parameters are.
func newRounds(g *game) rounds {
	if r := newLinearRounds(g); r != nil {
		return r
	}
	return &anyRounds{game: g}
}

// anyRounds plays rounds for any oracle and any parameters.
type anyRounds struct {
	*game
	u, one toolkit.Update // of the batch, and of one of its examples
}

// hold leaves w in the parameters.
func (r *anyRounds) hold(play func() error) error {
	defer r.Params.Refresh()
	return play()
}

func (r *anyRounds) receive() (squared float64) {
	if r.averager != nil {
		r.averager.Tick()
	}
	loss := r.draw()
	inner, squared := r.Params.InnerProducts(&r.u)
	w := norm(r.Params)
	r.CumulativeLoss += loss + r.Lambda/2*w*w
	return max(0, squared+r.Lambda*(2*inner+r.Lambda*w*w)) // of g_t = λw_t + u
}

func (r *anyRounds) project(eta, rho float64) {
	if c := 1 - eta*(r.Lambda+rho); c != 1 {
		scale(r.Params, max(0, c)) // below 0 by rounding alone: η_t is at most 1/(λ + ρ_t)
	}
	if len(r.u.Parts) > 0 {
		r.Params.Add(-eta, &r.u)
	}
	r.Norm = norm(r.Params)
	if r.Norm > r.Radius {
		scale(r.Params, r.Radius/r.Norm)
		r.Norm = r.Radius
	}
	r.Rounds++
	r.Evals += r.Batch
	r.Step = eta
}

func (r *anyRounds) forget() {
	reset(r.Params)
	r.Norm = 0
}

// weights is for parameters of which start has seen that they are one vector.
func (r *anyRounds) weights(dst []float64) []float64 {
	w, _ := vectorOf(r.Params)
	dst = append(dst, w...)
	r.Params.Refresh()
	return dst
}

// draw writes a subgradient of the mean loss of a batch to u and returns what that loss is at most.
func (r *anyRounds) draw() float64 {
	if r.Batch == 1 {
		i := r.example()
		return r.oracle.Grad(i, r.Params, &r.u) + solver.SlackOf(r.oracle, i)
	}
	r.u.Reset()
	var sum float64
	for range r.Batch {
		i := r.example()
		sum += r.oracle.Grad(i, r.Params, &r.one) + solver.SlackOf(r.oracle, i)
		for _, part := range r.one.Parts {
			r.u.Add(part.Family, part.Row, part.Col, part.Value/float64(r.Batch))
		}
	}
	return sum / float64(r.Batch)
}
