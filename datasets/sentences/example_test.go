package sentences_test

import (
	"context"
	"fmt"
	"os"
	"strings"

	"github.com/proxlab/proxlab/datasets/sentences"
)

// A treebank is read, given other heads, and written: all else stays as it stood.
func Example() {
	const text = "# text = Birds fly\n1\tBirds\tbird\tNOUN\t_\t_\t2\tnsubj\n2\tfly\tfly\tVERB\t_\t_\t0\troot\n\n"
	bank, err := sentences.ReadCoNLL(context.Background(), strings.NewReader(text), "birds.conllu", "")
	if err == nil {
		fmt.Println(bank.Format, bank.Sentences[0].Tokens[1].Form, bank.Punctuation())
		bank, err = bank.WithHeads([][]int{{0, 1}})
	}
	if err == nil {
		err = sentences.WriteCoNLL(os.Stdout, bank)
	}
	if err != nil {
		fmt.Println(err)
	}
	// Output:
	// conllu fly UPOS = PUNCT
	// # text = Birds fly
	// 1	Birds	bird	NOUN	_	_	0	nsubj
	// 2	fly	fly	VERB	_	_	1	root
}
