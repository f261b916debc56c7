package model

import (
	"context"
	"fmt"
	"math"

	"github.com/proxlab/proxlab/toolkit/params"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/structured"
	"github.com/proxlab/proxlab/toolkit/templates"
)

// Parser finds dependency trees: the arc from head h to word m scores the sum of the weights of its features over all
// templates, divided by √p for p templates, and the best tree is the one of highest score.
type Parser struct {
	Templates []templates.Template
	// Weights are a table for each template, of 2^bits slots, in which the weight of a feature stands at the first bits
	// of its hash; see params.Hashed.
	Weights []*params.Slots
	// Relations labels the dependents of each head of a tree, as templates.Dependents has them, with their relations; nil
	// where none were learnt.
	Relations  *Tagger
	SingleRoot bool // trees have one word at the root
	Projective bool // trees have no crossing arcs
	// Norms are ‖θ_k‖ of the templates.
	Norms []float64
	// Ranking is what the first of two stages made of all templates, the largest norm first; nil where there was one
	// stage.
	Ranking []RankedTemplate
	// Training says what was minimized, or how else the weights were found.
	Training string
	// HeldOut is how well the sentences held out were parsed: zero where none were.
	HeldOut  ParserScore
	Progress solver.Progress // Iter is the epoch that was chosen, Evals the sentences seen until then in its stage
	Status   solver.Status   // why training ended: converged where later epochs were no better on what was held out
	Made     map[string]string
}

// RankedTemplate is a template with its norm ‖θ_k‖ after the first stage.
type RankedTemplate struct {
	Template templates.Template
	Norm     float64
}

// Parse returns the best tree of each sentence. Heads that sentences have are not looked at.
func (m *Parser) Parse(ctx context.Context, sentences []templates.Sentence) ([][]int, error) {
	if err := m.check(); err != nil {
		return nil, fmt.Errorf("the parser is not whole: %w", err)
	}
	if err := templates.CheckAll(sentences); err != nil {
		return nil, err
	}
	store, start := m.arcs(sentences)
	heads := make([]int, start[len(sentences)])
	parser := structured.TreeParser{Decoder: m.decoder(), SingleRoot: m.SingleRoot}
	if err := parser.Parse(ctx, heads, store, start); err != nil {
		return nil, err
	}
	out := make([][]int, len(sentences))
	for i := range out {
		out[i] = heads[start[i]:start[i+1]:start[i+1]]
	}
	return out, nil
}

// arcs are the model over the arcs of sentences, and where the words of each begin.
func (m *Parser) arcs(sentences []templates.Sentence) (store *params.Hashed, start []int) {
	arcs, start := templates.NewArcs(m.Templates), []int{0}
	for i, s := range sentences {
		arcs.AddSentence(&sentences[i])
		start = append(start, start[i]+len(s.Forms))
	}
	return params.HashedFrom(structured.Arc, arcs, m.Weights), start
}

func (m *Parser) decoder() structured.TreeDecoder {
	if m.Projective {
		return &structured.Eisner{}
	}
	return &structured.Arborescence{}
}

// check tells what is wrong with the parts of a parser, which anybody may have put together.
func (m *Parser) check() error {
	p := len(m.Templates)
	switch {
	case p == 0:
		return fmt.Errorf("it has no templates")
	case len(m.Weights) != p:
		return fmt.Errorf("it has %d templates and weights for %d", p, len(m.Weights))
	case m.Norms != nil && len(m.Norms) != p:
		return fmt.Errorf("it has %d templates and norms of %d", p, len(m.Norms))
	}
	size := m.Weights[0].Len()
	if size < 1<<leastBits || size > 1<<mostBits || size&(size-1) != 0 {
		return fmt.Errorf("its tables have %d slots, which is none of 2^%d, …, 2^%d", size, leastBits, mostBits)
	}
	for k, w := range m.Weights {
		if w.Len() != size {
			return fmt.Errorf("template %d has %d slots, and the first %d", k+1, w.Len(), size)
		}
	}
	for _, v := range m.Norms {
		if err := notNegative([]string{"norms"}, []float64{v}); err != nil {
			return err
		}
	}
	for _, r := range m.Ranking {
		if err := notNegative([]string{"norms of the first stage"}, []float64{r.Norm}); err != nil {
			return err
		}
	}
	if err := m.checkRelations(); err != nil {
		return fmt.Errorf("its relations: %w", err)
	}
	return m.checkWeights()
}

// checkRelations tells what is wrong with the tagger of relations.
func (m *Parser) checkRelations() error {
	if m.Relations == nil {
		return nil
	}
	for _, r := range m.Relations.Labels {
		if err := templates.CheckRelation(r); err != nil {
			return err
		}
	}
	if err := m.Relations.check(); err != nil {
		return err
	}
	return templates.NewWords(m.Relations.Templates, m.Relations.Form).Check(templates.DependentColumns)
}

// checkWeights tells of a weight that is no number.
func (m *Parser) checkWeights() error {
	for k, table := range m.Weights {
		for s, v := range table.All() {
			if math.Float32bits(v)>>23&0xff == 0xff { // of NaN and infinities
				return fmt.Errorf("slot %d of template %d, %q, has the weight %g", s, k+1, m.Templates[k], v)
			}
		}
	}
	return nil
}

// The least and the most bits of a table.
const (
	leastBits = 3
	mostBits  = 24
)
