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

// learned trains on all templates of a replication, and parses.
func (s *study) learned(ctx context.Context, r int, t training) (out Learned, err error) {
	c, err := s.data[r].Get(ctx)
	if err != nil {
		return out, err
	}
	l, err := c.learn(ctx, t)
	if err != nil {
		return out, err
	}
	out = Learned{
		Source: c.source, Sentences: c.train.trees.Len(), Words: len(c.train.trees.Head), Norms: l.norms, Loss: l.loss,
	}
	out.Dev, out.Test, err = c.attachments(ctx, l.model, t.templates)
	return out, err
}

// parsed trains a plain SVM on some templates of a replication, and parses.
func (s *study) parsed(ctx context.Context, r int, places []int) (out Parsed, err error) {
	c, err := s.data[r].Get(ctx)
	if err != nil {
		return out, err
	}
	out = Parsed{Source: c.source, Templates: places}
	t := s.plainOn(r, places)
	for _, of := range t.templates {
		if c.relevant[of.String()] {
			out.Relevant++
		}
	}
	l, err := c.learn(ctx, t)
	if err != nil {
		return out, err
	}
	out.Dev, out.Test, err = c.attachments(ctx, l.model, t.templates)
	return out, err
}

// plainOn is the training of a plain SVM on some templates of a replication.
func (s *study) plainOn(r int, places []int) training {
	all, list := templates.Reconstructed(), []templates.Template{}
	for _, k := range places {
		list = append(list, all[k])
	}
	return training{svm, plain, list, s.bits, s.epochs, s.origins[r].Seed}
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
