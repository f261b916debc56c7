package structures

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"math/bits"
	"slices"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/model"
	"github.com/proxlab/proxlab/toolkit/prox"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/structured"
	"github.com/proxlab/proxlab/toolkit/templates"
)

// ParserPenalty names a regularizer of a parser's weights, in groups θ_k of one for each template.
type ParserPenalty string

// The penalties. λ = 1/(C·m) for m sentences.
const (
	MKL ParserPenalty = "mkl" // (λ/2)(Σ_k ‖θ_k‖)²: multiple kernel learning
	L2  ParserPenalty = "l2"  // (λ/2) Σ_k ‖θ_k‖²: a support vector machine
	L21 ParserPenalty = "l21" // λ Σ_k ‖θ_k‖: group lasso
)

// ParserPenalties are their names.
func ParserPenalties() []ParserPenalty { return []ParserPenalty{MKL, L2, L21} }

// term is the penalty on the norms of groups.
func (p ParserPenalty) term(lambda float64) (toolkit.Proxable, error) {
	switch p {
	case MKL:
		return prox.SquaredL1{Lambda: lambda}, nil
	case L2:
		return prox.Ridge{Mu: lambda}, nil
	case L21:
		return prox.L1{Lambda: lambda}, nil
	}
	return nil, fmt.Errorf("the penalty %.40q is none of %v", string(p), ParserPenalties())
}

// ParserMethod names a way to learn.
type ParserMethod string

// The methods: the online proximal algorithm for a penalty, and passive-aggressive steps, without one.
const (
	Proximal          ParserMethod = "proximal"
	PassiveAggressive ParserMethod = "passive-aggressive"
)

// ParserMethods are their names.
func ParserMethods() []ParserMethod { return []ParserMethod{Proximal, PassiveAggressive} }

// Parser learns to find dependency trees, and which templates of features to do it with. It minimizes
//
//	Ω(θ) + (1/m) Σ_i ℓ_i(θ),    ℓ_i(θ) = max_y ⟨θ, φ(x_i, y)⟩ + Σ_w [y_w ≠ y_iw] − ⟨θ, φ(x_i, y_i)⟩
//
// over m sentences by online proximal steps. With Select it takes two stages: the first, with Penalty, ranks the
// templates by ‖θ_k‖, and the second learns anew with the best of them, plainly or by Method. Exact zeros are rare
// among the norms, since the next example revives a group: to select is to rank.
//
// Of the epochs of the last stage the one counts that parses what is held out best, by the share of words that get
// their head, punctuation left out.
//
// Source: Martins et al., Online Multiple Kernel Learning for Structured Prediction, 2010, Algorithm 1 and section 4.
type Parser struct {
	// Templates are those to learn with; nil for templates.Reconstructed, 507 of them.
	Templates []templates.Template
	// Always are further templates that the model learns with, and no first stage ranks: templates.InBetween, say.
	Always []templates.Template
	// Bits says that a template has a table of 2^Bits weights, from 3 to 24; 0 for 17. What memory they take
	// goes by the words to learn from, up to 4·2^Bits bytes and 8·2^Bits with Average; see params.Slots. In
	// a first of two stages, which ranks and no more, tables are smaller: a slot for two to four words.
	Bits int
	// Method is that of the stage that makes the model; "" for Proximal. PassiveAggressive is the better with Average, and
	// looks at no penalty.
	Method ParserMethod
	// Average makes the model the mean of θ over all rounds: it helps passive-aggressive steps, and not proximal ones.
	Average bool
	// Penalty is that of the first stage; "" for MKL. A second one has L2.
	Penalty ParserPenalty
	// C is 1/(λm) of the stage that makes the model, 0 for 1000 with MKL, 10 with the others; or the most that a
	// passive-aggressive step may be, 0 for 1. RankC is 1/(λm) of a first of two stages; 0 for 100.
	C, RankC float64
	// Eta0 is η0 of the learning rate η_t = η0/√t, where t counts sentences; 0 for 20.
	Eta0 float64
	// Epochs are the passes over the sentences, at most; 0 for 8. Training ends before where two epochs in a row are no
	// better on what is held out. RankEpochs are those of a first of two stages; 0 for 1: more hardly change the order.
	Epochs, RankEpochs int
	// Select is how many templates a first stage selects; 0 for one stage with all.
	Select int
	// Labels, where not nil, learns relations as well, of all words of the sentences learnt from: once heads are learnt,
	// the dependents of each head become a sequence that a tagger labels, by templates of the columns that
	// templates.Dependents says, nil for templates.DefaultRelations. A Cut of 0 is 2, which does as well as 1 by a third
	// of the features; Form and HeldOut are not looked at.
	Labels *Tagger
	// SingleRoot keeps to trees with one word at the root, Projective to trees without crossing arcs.
	SingleRoot, Projective bool
	// HeldOut are sentences to judge epochs by; nil for every tenth of those given, which is not learned from then.
	HeldOut []templates.Sentence
	// Seed is that of the order of sentences, which every epoch draws anew.
	Seed uint64
	// Start, where not nil, is a parser to go on from, with its templates and tables: in the last stage, or, where it has
	// more than Select templates beside Always, in the first. Templates and Bits are not looked at.
	Start *model.Parser
	// Watch, where not nil, is called after every epoch.
	Watch func(ParserEpoch)
}

// ParserEpoch is what Parser.Watch sees after an epoch.
type ParserEpoch struct {
	solver.Progress        // Iter counts the epochs of the stage, Evals its sentences
	Stage, Stages   int    // of 1 or 2
	Templates       int    // that the stage learns with
	Method          string // what the stage minimizes, and how
	MeanLoss        float64
	HeldOut         model.ParserScore // zero where nothing is held out, and in a first of two stages
	Best            bool              // the best so far
}

func (c Parser) withDefaults() Parser {
	if c.Templates == nil {
		c.Templates = templates.Reconstructed()
	}
	if c.Select >= len(c.Templates) {
		c.Select = 0
	}
	if c.Penalty == "" {
		c.Penalty = MKL
	}
	if c.Method == "" {
		c.Method = Proximal
	}
	switch {
	case c.C > 0:
	case c.Method == PassiveAggressive:
		c.C = 1
	case c.Penalty == MKL && c.Select == 0:
		c.C = 1000
	default:
		c.C = 10
	}
	c.Bits = cmp.Or(c.Bits, 17)
	c.RankC, c.Eta0 = cmp.Or(c.RankC, 100), cmp.Or(c.Eta0, 20)
	c.Epochs, c.RankEpochs = cmp.Or(c.Epochs, 8), cmp.Or(c.RankEpochs, 1)
	if c.Start != nil {
		c.Bits = bits.Len(uint(c.Start.Weights[0].Len())) - 1
		c.Templates = c.Start.Templates
		given := func(t templates.Template) bool {
			return slices.ContainsFunc(c.Templates, func(u templates.Template) bool { return t.String() == u.String() })
		}
		c.Always = slices.DeleteFunc(slices.Clone(c.Always), given)
	}
	return c
}

// check tells what is wrong with settings and data.
func (c Parser) check(treebank []templates.Sentence) error {
	if _, err := c.withDefaults().Penalty.term(1); err != nil {
		return err
	}
	if c.Method != "" && !slices.Contains(ParserMethods(), c.Method) {
		return fmt.Errorf("the method %.40q is none of %v", string(c.Method), ParserMethods())
	}
	for k, v := range []float64{c.C, c.RankC, c.Eta0} {
		if !(v >= 0) || math.IsInf(v, 1) {
			name := []string{"C", "C of the first stage", "η0"}[k]
			return fmt.Errorf("%s = %g: it must be positive and finite", name, v)
		}
	}
	known := map[string]bool{}
	d := c.withDefaults()
	for _, t := range slices.Concat(d.Templates, d.Always) {
		if known[t.String()] {
			return fmt.Errorf("the template %q is there twice, in Templates or Always", t)
		}
		known[t.String()] = true
	}
	switch p := len(c.Templates); {
	case c.Templates != nil && p == 0:
		return errors.New("there are no templates; nil is the list of 507")
	case c.Bits != 0 && (c.Bits < 3 || c.Bits > 24):
		return fmt.Errorf("tables of 2^%d weights: from 2^3 to 2^24 can be", c.Bits)
	case min(c.Epochs, c.RankEpochs, c.Select) < 0:
		return fmt.Errorf("%d and %d epochs, %d templates to select: none may be negative", c.RankEpochs, c.Epochs, c.Select)
	case len(treebank) == 0:
		return errors.New("there is nothing to learn from: no sentence")
	}
	if err := checkTrees(treebank, c.SingleRoot); err != nil {
		return err
	}
	if err := checkTrees(c.HeldOut, false); err != nil {
		return fmt.Errorf("held out: %w", err)
	}
	if c.Labels != nil {
		return templates.CheckRelations(treebank)
	}
	return nil
}

// checkTrees tells which sentence, counted from 1, is none, or has no tree.
func checkTrees(sentences []templates.Sentence, singleRoot bool) error {
	if err := templates.CheckAll(sentences); err != nil {
		return err
	}
	for i, s := range sentences {
		if s.Heads == nil {
			return fmt.Errorf("sentence %d has no heads", i+1)
		}
		if err := structured.CheckTree(s.Heads, singleRoot); err != nil {
			return fmt.Errorf("sentence %d: %w", i+1, err)
		}
	}
	return nil
}
