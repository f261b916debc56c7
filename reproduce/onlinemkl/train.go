package onlinemkl

import (
	"context"

	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/params"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/structured"
)

// epochs is the paper's number of passes over the training words.
const epochs = 20

// model is a trained row: the expansion over the training letters and the transitions, label before × label after.
type model struct {
	alpha      *linalg.Dense
	transition []float64
	seconds    float64   // of the 20 epochs, without the Gram matrix
	objective  []float64 // λR(θ) + mean loss after each epoch
	active     []int     // words with a loss in each epoch
}

// train runs Algorithm 1 on the words of a fold in file order.
func train(ctx context.Context, r row, s *set, gram *linalg.Dense, c, eta0 float64) (*model, error) {
	labels := s.sequences.Labels
	emission := params.NewKernel(structured.Emission, gram, labels)
	transition := params.NewExplicit(structured.Transition, linalg.Identity(labels), labels)
	group := params.NewModel([]params.Block{emission, transition})
	lambda := 1 / (c * float64(s.sequences.Len()))
	regularizer := solver.OnNorms(r.regularizer(lambda))
	oracle := &structured.Hinge{Data: &s.sequences}

	m := &model{}
	seq := solver.OnlineProximal{Rate: solver.InvSqrt{Eta0: eta0}}.Iterations(ctx, oracle, group, regularizer)
	for st, err := range solver.Timed(seq) {
		if err != nil {
			return nil, err
		}
		m.seconds = st.Elapsed.Seconds()
		m.active = append(m.active, st.Active)
		objective, err := solver.RegularizedRisk(oracle, group, regularizer)
		if err != nil {
			return nil, err
		}
		m.objective = append(m.objective, objective)
		if st.Iter == epochs {
			break
		}
	}
	m.alpha = emission.Coefficients()
	m.transition = make([]float64, labels*labels)
	for a := range labels {
		transition.Scores(m.transition[a*labels:(a+1)*labels], a)
	}
	return m, nil
}

// predict decodes every word of a set from the emission scores of its letters (columns from col on) and returns the labels.
func predict(s *set, m *model, emission *linalg.Dense, col int) []int {
	labels := s.sequences.Labels
	scores := structured.ChainScores{Labels: labels, Transition: m.transition}
	guess := make([]int, len(s.letters))
	var viterbi structured.Viterbi
	for i := range s.sequences.Len() {
		lo, hi := s.sequences.Start[i], s.sequences.Start[i+1]
		scores.Emission = scores.Emission[:0]
		for t := lo; t < hi; t++ {
			scores.Emission = append(scores.Emission, emission.Row(t)[col:col+labels]...)
		}
		viterbi.Decode(guess[lo:hi], &scores)
	}
	return guess
}

// accuracy is the share of letters labelled right, in percent.
func accuracy(guess, truth []int) float64 {
	right := 0
	for i, y := range guess {
		if y == truth[i] {
			right++
		}
	}
	return 100 * float64(right) / float64(max(1, len(truth)))
}

// sideBySide puts the coefficients of several models next to each other, so that one pass over the kernel scores all.
func sideBySide(models []*model) *linalg.Dense {
	n, c := models[0].alpha.Dims()
	out := linalg.NewDense(n, c*len(models), nil)
	for k, m := range models {
		for i := range n {
			copy(out.Row(i)[k*c:(k+1)*c], m.alpha.Row(i))
		}
	}
	return out
}
