package structures_test

import (
	"context"
	"fmt"
	"log"

	"github.com/proxlab/proxlab/datasets"
	"github.com/proxlab/proxlab/toolkit/fit/structures"
	"github.com/proxlab/proxlab/toolkit/templates"
)

// read reads the sentences of a file with their trees.
func read(ctx context.Context, path string) []templates.Sentence {
	bank, err := datasets.OpenCoNLL(ctx, path, "")
	if err != nil {
		log.Fatal(err)
	}
	sentences, err := bank.Gold()
	if err != nil {
		log.Fatal(err)
	}
	return sentences
}

// From files to a scored prediction: of 507 templates the first stage selects 50.
func ExampleParser() {
	ctx := context.Background()
	m, err := structures.Parser{Select: 50, Bits: 10, SingleRoot: true}.Fit(ctx, read(ctx, "testdata/train.conllu"))
	if err != nil {
		log.Fatal(err)
	}
	test := read(ctx, "testdata/test.conllu")
	heads, err := m.Parse(ctx, test)
	if err != nil {
		log.Fatal(err)
	}
	score, err := m.Score(ctx, test)
	fmt.Printf("%d templates, first sentence %v, UAS %.0f, %v\n", len(m.Templates), heads[0], score.UAS(), err)
	// Output: 50 templates, first sentence [4 4 4 5 0 7 5 5], UAS 100, <nil>
}

// Relations are learnt after heads, and beside UAS there is LAS.
func ExampleParser_labels() {
	ctx := context.Background()
	c := structures.Parser{Select: 50, Bits: 10, SingleRoot: true, Labels: &structures.Tagger{}}
	m, err := c.Fit(ctx, read(ctx, "testdata/train.conllu"))
	if err != nil {
		log.Fatal(err)
	}
	test := read(ctx, "testdata/test.conllu")
	heads, err := m.Parse(ctx, test)
	if err != nil {
		log.Fatal(err)
	}
	relations, err := m.Label(ctx, test, heads)
	if err != nil {
		log.Fatal(err)
	}
	score, err := m.Score(ctx, test)
	fmt.Printf("%v\nLAS %.0f, of content %.0f, %v\n", relations[0], score.Labels.LAS(), score.Labels.ContentLAS(), err)
	// Output:
	// [det amod amod nsubj root det obj punct]
	// LAS 100, of content 100, <nil>
}
