package parsing

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/proxlab/proxlab/datasets"
	"github.com/proxlab/proxlab/toolkit/templates"
)

// Learned is what a training on all templates gives.
type Learned struct {
	Source    datasets.Source
	Sentences int         // trained on
	Words     int         // in them
	Norms     [][]float64 // ‖θ_k‖ of each template after each epoch
	Loss      []float64   // mean loss of the rounds of each epoch
	Dev, Test float64     // attachment, in percent
}

// of tells whether there is a point of the course for every epoch.
func (l Learned) of(epochs int) error {
	if len(l.Norms) != epochs || len(l.Loss) != epochs {
		return fmt.Errorf("%d norms and %d losses of %d epochs", len(l.Norms), len(l.Loss), epochs)
	}
	return nil
}

// Check tells whether there is a norm of every template, and the attachments are shares.
func (l Learned) Check() error {
	for e, norms := range l.Norms {
		if len(norms) != allTemplates {
			return fmt.Errorf("%d norms after epoch %d, of %d templates", len(norms), e+1, allTemplates)
		}
	}
	return shared(l.Dev, l.Test)
}

// last are the norms after the last epoch.
func (l Learned) last() []float64 { return l.Norms[len(l.Norms)-1] }

// shared tells whether numbers are percentages.
func shared(percent ...float64) error {
	for _, v := range percent {
		if !(v >= 0 && v <= 100) {
			return fmt.Errorf("%g %% of the words have the right head", v)
		}
	}
	return nil
}

// Gains are the information gains of all templates, in bits.
type Gains struct{ Bits []float64 }

// Check tells whether there is one for every template.
func (g Gains) Check() error {
	if len(g.Bits) != allTemplates {
		return fmt.Errorf("%d information gains of %d templates", len(g.Bits), allTemplates)
	}
	return nil
}

// Parsed is what a second stage gives.
type Parsed struct {
	Source    datasets.Source
	Templates []int   // trained on, by their places in the list of all, the best first
	Relevant  int     // among them, where that is known
	Dev, Test float64 // attachment, in percent
}

// of tells whether there are as many templates, each once.
func (p Parsed) of(kept int) error {
	places := slices.Clone(p.Templates)
	slices.Sort(places)
	if len(slices.Compact(places)) != kept || places[0] < 0 || places[kept-1] >= allTemplates {
		return fmt.Errorf("%d templates, and not %d of %d", len(p.Templates), kept, allTemplates)
	}
	return nil
}

// Check tells whether the attachments are shares.
func (p Parsed) Check() error {
	if p.Relevant < 0 || p.Relevant > len(p.Templates) {
		return fmt.Errorf("%d of %d templates are relevant", p.Relevant, len(p.Templates))
	}
	return shared(p.Dev, p.Test)
}

// Heads are the words of each test sentence whose heads are found.
type Heads struct{ Found []int }

// learned is what a model on all templates gives.
func (c *class) learned(ctx context.Context, of *lesson) (out Learned, err error) {
	g, err := c.graduate(ctx, of)
	if err != nil {
		return out, err
	}
	return Learned{
		Source: g.corpus.source, Sentences: g.corpus.train.trees.Len(), Words: len(g.corpus.train.trees.Head),
		Norms: g.norms, Loss: g.loss, Dev: attachment(g.found[0]), Test: attachment(g.found[1]),
	}, nil
}

// parsed is what a plain SVM on some templates gives.
func (c *class) parsed(ctx context.Context, of *lesson) (out Parsed, err error) {
	g, err := c.graduate(ctx, of)
	if err != nil {
		return out, err
	}
	out = Parsed{
		Source: g.corpus.source, Templates: g.places, Dev: attachment(g.found[0]), Test: attachment(g.found[1]),
	}
	all := templates.Reconstructed()
	for _, k := range g.places {
		if g.corpus.relevant[all[k].String()] {
			out.Relevant++
		}
	}
	return out, nil
}

// counted are the words whose heads a model finds, by test sentence.
func (c *class) counted(ctx context.Context, of *lesson) (out Heads, err error) {
	g, err := c.graduate(ctx, of)
	if err != nil {
		return out, err
	}
	for _, a := range g.found[1] {
		out.Found = append(out.Found, a.Correct)
	}
	return out, nil
}

// best returns the places of the largest weights, in falling order; of equal ones the first comes first.
func best(weights []float64, kept int) []int {
	order := make([]int, len(weights))
	for k := range order {
		order[k] = k
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(weights[b], weights[a]) })
	return order[:kept]
}
