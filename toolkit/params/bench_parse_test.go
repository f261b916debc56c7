package params_test

import (
	"strconv"
	"testing"

	"github.com/proxlab/proxlab/datasets"
	"github.com/proxlab/proxlab/datasets/sentences"
	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/internal/testproblems"
	"github.com/proxlab/proxlab/toolkit/params"
	"github.com/proxlab/proxlab/toolkit/prox"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/online"
	"github.com/proxlab/proxlab/toolkit/structured"
	"github.com/proxlab/proxlab/toolkit/templates"
)

// corpus is a treebank as it is parsed: the first sentences of the English Web Treebank where PROXLAB_DATA has it, and
// else of the synthetic one.
type corpus struct {
	trees *structured.Trees
	arcs  *templates.Arcs
}

func newCorpus(b *testing.B, list []templates.Template) corpus {
	banks := testproblems.Must(datasets.LoadTreebanks(b.Context(), datasets.Auto, "ud-english-ewt"))
	bank := banks.Train
	bank.Sentences = bank.Sentences[:1000]
	return read(bank, list)
}

// read takes the trees of a treebank and the features of its arcs.
func read(bank *sentences.Treebank, list []templates.Template) corpus {
	start, head, err := bank.Trees()
	c := corpus{trees: testproblems.Must(structured.NewTrees(start, head, true)), arcs: templates.NewArcs(list)}
	if err != nil {
		panic(err)
	}
	for k := range bank.Sentences {
		c.arcs.Add(bank.Sentences[k].Words())
	}
	return c
}

// lists are every so-manyth of the 507 templates, and the 68.
func lists() map[string][]templates.Template {
	all := templates.Reconstructed()
	some := make([]templates.Template, 107)
	for k := range some {
		some[k] = all[k*len(all)/len(some)]
	}
	return map[string][]templates.Template{"507": all, strconv.Itoa(len(some)): some, "68": templates.McDonald()}
}

// train goes over the sentences once, with the regularizer of multiple kernel learning.
func train(b *testing.B, c corpus, oracle toolkit.Oracle) *params.Hashed {
	h := params.NewHashed(structured.Arc, c.arcs, 17)
	term := online.OnNorms(prox.SquaredL1{Lambda: 1e-7})
	steps := online.Proximal{Params: h, Terms: []online.Term{term}, Rate: online.InvSqrt{Eta0: 25}, Shuffle: true}
	seq := steps.Iterations(b.Context(), oracle)
	if _, err := solver.Run(seq, solver.MaxIter(1)); err != nil {
		b.Fatal(err)
	}
	return h
}

// BenchmarkParse parses sentences by a model of them, all at once and one by one.
func BenchmarkParse(b *testing.B) {
	for name, list := range lists() {
		c := newCorpus(b, list)
		h := train(b, c, &structured.TreeHinge{Data: c.trees})
		heads := make([]int, len(c.trees.Head))
		var many structured.TreeParser
		var one structured.TreeScorer
		var d structured.Arborescence
		for how, parse := range map[string]func(){
			"many": func() { testproblems.Must(0, many.Parse(b.Context(), heads, h, c.trees.Start)) },
			"one": func() {
				for i := range c.trees.Len() {
					d.Decode(heads[c.trees.Start[i]:c.trees.Start[i+1]], one.Score(h, c.trees, i))
				}
			},
		} {
			b.Run(name+"/"+how, func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					parse()
				}
				b.ReportMetric(float64(b.N*len(heads))/b.Elapsed().Seconds(), "tokens/s")
			})
		}
	}
}

// BenchmarkTrain is one pass from nothing.
func BenchmarkTrain(b *testing.B) {
	for name, list := range lists() {
		c := newCorpus(b, list)
		for how, oracle := range map[string]toolkit.Oracle{
			"hinge": &structured.TreeHinge{Data: c.trees}, "crf": &structured.TreeCRF{Data: c.trees},
		} {
			b.Run(name+"/"+how, func(b *testing.B) {
				for b.Loop() {
					train(b, c, oracle)
				}
				b.ReportMetric(float64(b.N*len(c.trees.Head))/b.Elapsed().Seconds(), "tokens/s")
			})
		}
	}
}
