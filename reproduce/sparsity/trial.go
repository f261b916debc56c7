package sparsity

import (
	"context"
	"fmt"

	"github.com/proxlab/proxlab/datasets"
	"github.com/proxlab/proxlab/toolkit/prox"
)

// trial is one replication of the protocol at one μ: choose τ and the ridge of the debiasing step on the validation
// set, test, and count iterations at the choice.
type trial struct {
	Instance string
	D, N     int
	Alpha    float64
	Seed     uint64
	Rules    []string
	// Centred takes from features and targets their means over the training examples, where the paper's data are taken as
	// drawn without it.
	Centred bool `json:",omitempty"`
}

// Outcome of a trial.
type Outcome struct {
	Source               datasets.Source
	Error, Selected      float64 // of the debiased model on the test set, and its features
	Right                float64 // those that are relevant
	PlainError           float64 // of the model without debiasing, at its own τ
	PlainSelected        float64
	Share, Ridge, Lambda float64
	Contraction          float64
	Curvature            float64 // the largest of the loss
	Counts               map[string]Count
	Best                 float64 // the minimum of the objective
}

// check tells whether the iterations of every rule were counted.
func (t trial) check(o Outcome) error {
	for _, r := range t.Rules {
		if _, ok := o.Counts[r]; !ok || len(o.Counts) != len(t.Rules) {
			return fmt.Errorf("%d rules were counted, of %d, %s among them: %t", len(o.Counts), len(t.Rules), r, ok)
		}
	}
	return nil
}

func (t trial) run(ctx context.Context) (Outcome, error) {
	in := instanceOf(t.Instance)
	data := newDraw(in.tasks, t.D, in.relevant, t.N, t.Seed)
	if t.Centred {
		data = data.centred()
	}
	a, b, err := curvature(data.train)
	if err != nil {
		return Outcome{}, err
	}
	mu := (t.Alpha + in.base) / 2 * a
	var groups prox.Groups
	if in.group > 0 {
		groups = groupsOf(t.D, 1, in.group)
	}
	debiased, err := newLearner(mu, 0, groups).holdOut(ctx, candidates{shares, ridges}, data.train, data.held)
	if err != nil {
		return Outcome{}, err
	}
	plain, chosen := debiased.Plain, debiased.Model.Selected()
	out := Outcome{
		Source:        data.source,
		Error:         meanSquaredError(debiased.Weights, data.test...),
		Selected:      float64(len(chosen)),
		Right:         float64(relevantOf(chosen, in.relevant)),
		PlainError:    meanSquaredError(plain.Weights, data.test...),
		PlainSelected: float64(len(plain.Model.Selected())),
		Share:         debiased.share,
		Ridge:         debiased.Ridge,
		Lambda:        debiased.Lambda,
		Contraction:   (a - b) / (a + b + 2*mu),
		Curvature:     a,
		Counts:        map[string]Count{},
	}
	s := newSmooth(data.train, in.group, out.Lambda, mu, a, b)
	problem, all := newLearner(mu, 1e-9, groups).on(data.train)
	problem.Lambda = out.Lambda
	exact, err := problem.Fit(ctx, all)
	if err != nil {
		return Outcome{}, err
	}
	out.Best = s.objectiveOf(exact.Weights, in.tasks)
	for _, r := range t.Rules {
		if out.Counts[r], err = s.count(ctx, r, out.Best); err != nil {
			return Outcome{}, err
		}
	}
	return out, nil
}
