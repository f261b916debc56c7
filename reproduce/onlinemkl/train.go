package onlinemkl

import (
	"context"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/fit"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/params"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/online"
	"github.com/proxlab/proxlab/toolkit/structured"
)

// epochs is the paper's number of passes over the training words.
const epochs = 20

// model is a trained row.
type model struct {
	weights    []*linalg.Dense // of each source: n × labels for a kernel, pixels × labels for features
	transition []float64       // label before × label after
	seconds    float64         // of the 20 epochs and the Gram matrices
	objective  []float64       // λR(θ) + mean loss after each epoch; nil for variants and with words held out
	active     []int           // words with a loss in each epoch
	norms      [][]float64     // ‖θ_k‖ of each group after each epoch
	heldOut    []float64       // accuracy on the held-out words after each epoch; nil without any
}

// job is one training: a row under a variant, at one C and η0, on all words of a fold or all but every tenth.
type job struct {
	row     row
	variant variant
	c, eta0 float64
	holdOut bool
	seed    uint64
}

// build makes the model's blocks and groups, all zero.
func (f *fold) build(ctx context.Context, j job) (m *params.Model, blocks []params.Block, transitions []*params.Explicit, seconds float64, err error) {
	labels := f.train.sequences.Labels
	newTransitions := func() params.Block {
		t := params.NewExplicit(structured.Transition, linalg.Identity(labels), labels)
		transitions = append(transitions, t)
		return t
	}
	for _, s := range j.variant.sourcesOf(j.row) {
		if s.form == explicit {
			blocks = append(blocks, params.NewExplicit(structured.Emission, features(f.train.pixels, s.weight), labels))
			continue
		}
		g, spent, err := f.gram(ctx, s)
		if err != nil {
			return nil, nil, nil, 0, err
		}
		seconds += spent
		blocks = append(blocks, params.NewKernel(structured.Emission, g, labels))
	}
	var groups [][]params.Block
	switch {
	case !j.row.learn:
		groups = [][]params.Block{append(append([]params.Block(nil), blocks...), newTransitions())}
	case j.variant.Copied:
		for _, b := range blocks {
			groups = append(groups, []params.Block{b, newTransitions()})
		}
	default:
		for _, b := range blocks {
			groups = append(groups, []params.Block{b})
		}
		groups = append(groups, []params.Block{newTransitions()})
	}
	return params.NewModel(groups...), blocks, transitions, seconds, nil
}

// learn runs Algorithm 1 on a fold; with one group for each kernel and the squared sum of norms it is Algorithm 3.
func (f *fold) learn(ctx context.Context, j job) (*model, error) {
	group, blocks, transitions, seconds, err := f.build(ctx, j)
	if err != nil {
		return nil, err
	}
	var oracle toolkit.Oracle = &structured.Hinge{Data: &f.train.sequences}
	if j.variant.CRF {
		oracle = &structured.CRF{Data: &f.train.sequences}
	}
	in, out := divide(f.train.sequences.Len(), j.holdOut)
	oracle = online.Subset{Of: oracle, Index: in}
	regularizer := online.OnNorms(j.row.regularizer(1 / (j.c * float64(len(in)))))
	algorithm := online.Proximal{
		Rate: online.InvSqrt{Eta0: j.eta0}, Shuffle: j.variant.Shuffle, Seed: j.seed, Average: j.variant.Averaged,
	}
	m := &model{}
	for st, err := range solver.Timed(algorithm.Iterations(ctx, oracle, group, regularizer)) {
		if err != nil {
			return nil, err
		}
		m.seconds = seconds + st.Elapsed.Seconds()
		m.active = append(m.active, st.Active)
		if j.variant == literal && !j.holdOut { // elsewhere nobody looks at it
			objective, err := online.RegularizedRisk(oracle, group, regularizer)
			if err != nil {
				return nil, err
			}
			m.objective = append(m.objective, objective)
		}
		norms := make([]float64, group.Groups())
		for k := range norms {
			norms[k] = group.Norm(k)
		}
		m.norms = append(m.norms, norms)
		if j.holdOut {
			m.heldOut = append(m.heldOut, f.heldOutAccuracy(group, out))
		}
		if st.Iter == epochs {
			break
		}
	}
	m.take(blocks, transitions, j.variant.Averaged)
	return m, nil
}

// divide splits words 0, …, n−1 into those to train on and every tenth, held out.
func divide(n int, holdOut bool) (in, out []int) {
	for i := range n {
		if holdOut && i%10 == 9 {
			out = append(out, i)
		} else {
			in = append(in, i)
		}
	}
	return in, out
}

// heldOutAccuracy decodes words of the training fold that were not trained on: their scores are kept up to date all the same.
func (f *fold) heldOutAccuracy(p toolkit.Params, words []int) float64 {
	var (
		scorer  structured.ChainScorer
		viterbi structured.Viterbi
		guess   []int
		truth   []int
	)
	s := &f.train.sequences
	for _, i := range words {
		y := make([]int, s.Start[i+1]-s.Start[i])
		viterbi.Decode(y, scorer.Score(p, s.Labels, s.Start[i], s.Start[i+1]))
		guess, truth = append(guess, y...), append(truth, s.Of(i)...)
	}
	return fit.Accuracy(guess, truth)
}

// take copies the parameters out of the blocks.
func (m *model) take(blocks []params.Block, transitions []*params.Explicit, averaged bool) {
	final := func(b params.Block) params.Block {
		if averaged {
			return b.Averaged()
		}
		return b
	}
	for _, b := range blocks {
		switch b := final(b).(type) {
		case *params.Kernel:
			m.weights = append(m.weights, b.Coefficients())
		case *params.Explicit:
			m.weights = append(m.weights, b.Matrix())
		}
	}
	for _, t := range transitions {
		w := final(t).(*params.Explicit).Matrix().Data
		if m.transition == nil {
			m.transition = make([]float64, len(w))
		}
		for i, v := range w {
			m.transition[i] += v
		}
	}
}
