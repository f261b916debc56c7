package parsing

import (
	"context"
	"errors"
	"fmt"

	"github.com/proxlab/proxlab/datasets"
	"github.com/proxlab/proxlab/datasets/generate"
	"github.com/proxlab/proxlab/datasets/sentences"
	"github.com/proxlab/proxlab/reproduce"
	"github.com/proxlab/proxlab/reproduce/evidence"
)

// set is a treebank, how much of it is used, and what is run on it.
type set struct {
	id, title string
	grammar   *generate.GrammarConfig // a synthetic treebank, another for each replication; nil for the real one
	most      int                     // sentences to train on, drawn anew for each replication; 0 for all
	tested    int                     // sentences at most to choose C by, and to test on; 0 for all
	bits      int                     // slots of a template: 2^bits
	epochs    int
	seeds     int          // replications: 3 at first, and as many as docs/studies.md says since
	draws     int          // of random templates
	kept      []int        // templates kept for the second stage
	grids     [3][]setting // for each of methods
	seconds   float64      // that training on all templates takes, about
	sentences bool         // all replications are tested on the same: heads are counted by sentence; see plan.go
}

// setting is what is chosen for a method on held-out sentences: C, where λ = 1/(C m), and the η0 of η_t = η0/√t.
type setting struct{ C, Eta0 float64 }

// String writes both.
func (s setting) String() string { return fmt.Sprintf("C = %g, η0 = %g", s.C, s.Eta0) }

// planned is the number of replications of every set before any was run.
const planned = evidence.From(3)

// realSet is the treebank of the sets that are no grammars.
const realSet = "ud-english-ewt"

// bothGrids are those of the sets of 2,000 sentences.
var bothGrids = [3][]setting{
	{{10, 20}, {10, 5}}, {{100, 20}, {300, 20}, {1000, 20}, {300, 5}}, {{0.03, 20}, {0.1, 20}, {0.3, 20}},
}

// The sets. The grids bracket what is best on held-out sentences and what ranks best: they were found on the sentences
// for that of one replication.
var (
	smallGrammar = set{
		id: "grammar", title: "grammar", bits: 12, epochs: 4, seeds: 3, draws: 6, kept: []int{25, 107},
		grammar: &generate.GrammarConfig{Sentences: 300, Tags: 4, Words: 4, Relevant: 20, Strength: 1.25},
		grids:   [3][]setting{{{10, 20}, {10, 5}}, {{300, 20}, {1000, 20}}, {{0.3, 20}}}, seconds: 2,
	}
	grammar = set{
		id: "grammar", title: "grammar", bits: 15, epochs: 4, seeds: 30, draws: 6, kept: []int{25, 50, 107, 207},
		grammar: &generate.DefaultGrammar,
		grids:   bothGrids, seconds: 8,
	}
	smallPart = set{
		id: "ewt-part", title: "EWT, 200 sentences", most: 200, tested: 200, bits: 13, epochs: 4, seeds: 3, draws: 6,
		kept: []int{25, 107}, grids: [3][]setting{{{10, 20}}, {{300, 20}, {1000, 20}}, {{0.3, 20}}}, seconds: 2,
		sentences: true,
	}
	partOfEWT = set{
		id: "ewt-part", title: "EWT, 2,000 sentences", most: 2000, bits: 16, epochs: 4, seeds: 10, draws: 6,
		kept: []int{25, 50, 107, 207}, grids: bothGrids, seconds: 17,
		sentences: true,
	}
	wholeEWT = set{
		id: "ewt", title: "EWT", bits: 17, epochs: 4, seeds: 10, draws: 6,
		kept: []int{25, 50, 107, 207}, grids: [3][]setting{{{10, 20}, {10, 5}}, {{100, 20}, {1000, 20}}, {{0.1, 20}}},
		seconds: 110, sentences: true,
	}
)

// setsOf returns the sets of a scale. At quick scale the first alone is run without being named.
func setsOf(scale reproduce.Scale) []set {
	if scale == reproduce.Quick {
		return []set{smallGrammar, smallPart, wholeEWT}
	}
	return []set{grammar, partOfEWT, wholeEWT}
}

// setIDs are the ids of all sets.
var setIDs = []string{grammar.id, partOfEWT.id, wholeEWT.id}

// origin says which sentences a replication is of: the key of its data.
type origin struct {
	Checksums string                  // of the real treebank
	Grammar   *generate.GrammarConfig // of a synthetic one
	Most      int
	Tested    int
	Seed      uint64
}

// originOf says which sentences a replication has.
func (s set) originOf(checksums string, seed uint64) origin {
	o := origin{Checksums: checksums, Most: s.most, Tested: s.tested, Seed: seed}
	if s.grammar != nil {
		g := *s.grammar
		g.Seed = seed
		o.Grammar = &g
	}
	return o
}

func (o origin) load(ctx context.Context) (*corpus, error) {
	banks, err := o.banks(ctx)
	if err != nil {
		return nil, err
	}
	return newCorpus(banks, o.Most, o.Tested, o.Seed)
}

func (o origin) banks(ctx context.Context) (*sentences.Treebanks, error) {
	if o.Grammar != nil {
		return generate.Grammar(ctx, *o.Grammar)
	}
	return datasets.LoadTreebanks(ctx, datasets.OnlyReal, realSet)
}

// atHand names the content of the real treebank; ok is false where it is not there or not wanted, of which the notice
// says how to get it.
func atHand(c reproduce.Config) (checksums string, ok bool, err error) {
	if c.Data == datasets.OnlySynthetic {
		return "", false, nil
	}
	checksums, err = datasets.AtHand(realSet)
	var missing *datasets.NotFoundError
	if errors.As(err, &missing) {
		c.Notice("%v", err)
		return "", false, nil
	}
	if err != nil {
		return "", false, fmt.Errorf("the treebank: %w", err)
	}
	return checksums, true, nil
}
