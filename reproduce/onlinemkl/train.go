package onlinemkl

import (
	"context"
	"math"
	"slices"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/fit/measures"
	"github.com/proxlab/proxlab/toolkit/fit/structures"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/params"
	"github.com/proxlab/proxlab/toolkit/structured"
)

// epochs is the paper's number of passes over the training words.
const epochs = 20

// model is a trained row.
type model struct {
	weights    []*linalg.Dense // of each source: n × labels for a kernel, pixels × labels for features
	transition []float64       // label before × label after
	objective  []float64       // λR(θ) + mean loss after each epoch; nil for variants and with words held out
	norms      [][]float64     // ‖θ_k‖ of each group after each epoch; of averages, NaN but after the last
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

// blocks returns the row's kernels, their weights zero.
func (f *fold) blocks(ctx context.Context, j job) (blocks []params.Block, err error) {
	labels := f.train.sequences.Labels
	for _, s := range j.variant.sourcesOf(j.row) {
		if s.form == explicit {
			blocks = append(blocks, params.NewExplicit(structured.Emission, features(f.train.pixels, s.weight), labels))
			continue
		}
		g, err := f.gram(ctx, s)
		if err != nil {
			return nil, err
		}
		blocks = append(blocks, params.NewKernel(structured.Emission, g, labels))
	}
	return blocks, nil
}

// grouped returns a zero model of Table 1's literal setting: each kernel of the row, and the transitions, are groups of
// their own where kernels are learned, and one group otherwise.
func (f *fold) grouped(ctx context.Context, r row) (*params.Model, error) {
	blocks, err := f.blocks(ctx, job{row: r, variant: literal})
	if err != nil {
		return nil, err
	}
	labels := f.train.sequences.Labels
	blocks = append(blocks, params.NewExplicit(structured.Transition, linalg.Identity(labels), labels))
	if !r.learn {
		return params.NewModel(blocks), nil
	}
	groups := make([][]params.Block, len(blocks))
	for k, b := range blocks {
		groups[k] = []params.Block{b}
	}
	return params.NewModel(groups...), nil
}

// chain returns how the job is trained on so many words: by Algorithm 1, which with one group for each kernel and the
// squared sum of norms is Algorithm 3.
func (j job) chain(words int) structures.Chain {
	return structures.Chain{
		Lambda: 1 / (j.c * float64(words)), Eta0: j.eta0, Epochs: epochs, CRF: j.variant.CRF,
		OneGroup: !j.row.learn, CopiedTransitions: j.row.learn && j.variant.Copied,
		Shuffle: j.variant.Shuffle, Seed: j.seed, Average: j.variant.Averaged,
	}
}

// learn trains a chain on a fold, and looks at it after every epoch.
func (f *fold) learn(ctx context.Context, j job) (*model, error) {
	blocks, err := f.blocks(ctx, j)
	if err != nil {
		return nil, err
	}
	in, out := divide(f.train.sequences.Len(), j.holdOut)
	m := &model{}
	chain := j.chain(len(in))
	chain.Watch = func(e structures.ChainEpoch) {
		if j.variant == literal && !j.holdOut { // elsewhere nobody looks at it
			m.objective = append(m.objective, e.Objective())
		}
		if !chain.Average { // an average after every epoch takes longer than the epoch
			m.norms = append(m.norms, norms(e.Params()))
		}
		if j.holdOut {
			m.heldOut = append(m.heldOut, f.heldOutAccuracy(e.Params(), out))
		}
	}
	trained, err := chain.Train(ctx, blocks, &f.train.sequences, in)
	if err != nil {
		return nil, err
	}
	if chain.Average {
		m.norms = onlyLast(norms(trained.Params))
	}
	m.weights, m.transition = trained.Weights(), trained.Transition().Data
	return m, context.Cause(ctx)
}

// byRule returns the η0 that the paper's rule picks of its grid, run once, at onceC: that of the least objective after
// 5 epochs.
func (f *fold) byRule(ctx context.Context, j job) (float64, error) {
	j.c = onceC
	objectives := make([]float64, len(rates))
	for i := range rates {
		blocks, err := f.blocks(ctx, j)
		if err != nil {
			return 0, err
		}
		j.eta0 = rates[i]
		chain := j.chain(f.train.sequences.Len())
		chain.Epochs = ruleEpochs
		chain.Watch = func(e structures.ChainEpoch) {
			if e.Iter == ruleEpochs {
				objectives[i] = e.Objective()
			}
		}
		if _, err := chain.Train(ctx, blocks, &f.train.sequences, nil); err != nil {
			return 0, err
		}
	}
	return rates[least(objectives)], context.Cause(ctx)
}

// onlyLast returns rows for all epochs, of which the last alone is known.
func onlyLast(row []float64) [][]float64 {
	unknown := slices.Repeat([]float64{math.NaN()}, len(row))
	out := slices.Repeat([][]float64{unknown}, epochs)
	out[epochs-1] = row
	return out
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

// heldOutAccuracy decodes the words of the training fold that were held out from training: their scores are kept up to
// date all the same.
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
	return measures.Accuracy(guess, truth)
}
