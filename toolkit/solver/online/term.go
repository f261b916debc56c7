package online

import "github.com/proxlab/proxlab/toolkit"

// Term is one regularizer R_j of an online method: a prox step on the parameters.
type Term interface {
	// Prox is θ ← prox_{γR}(θ).
	Prox(p toolkit.Params, gamma float64) error
	// Value is R(θ).
	Value(p toolkit.Params) (float64, error)
}

// OnNorms is the regularizer R(θ) = ψ(‖θ_1‖, …, ‖θ_p‖) of the group norms. Its prox is ψ's, taken on p numbers, after
// which every group is scaled by b_k/b̃_k: 1 for a group that was zero already, and reset to zero where b_k = 0.
//
// Source: Martins et al., Online Multiple Kernel Learning for Structured Prediction, 2010, Proposition 1.
func OnNorms(psi toolkit.Proxable) Term { return &onNorms{psi: psi} }

type onNorms struct {
	psi         toolkit.Proxable
	before, now []float64
}

func (t *onNorms) norms(p toolkit.Params) []float64 {
	t.before = norms(t.before[:0], p)
	return t.before
}

func (t *onNorms) Prox(p toolkit.Params, gamma float64) error {
	before := t.norms(p)
	t.now = append(t.now[:0], before...)
	t.psi.Prox(t.now, before, gamma)
	for k, b := range t.now {
		if before[k] > 0 {
			p.Scale(k, b/before[k])
		}
	}
	return nil
}

func (t *onNorms) Value(p toolkit.Params) (float64, error) { return t.psi.Value(t.norms(p)), nil }
