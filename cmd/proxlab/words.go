package main

import (
	"fmt"
	"strings"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/prox"
)

// The words of --penalty become values here and nowhere else, those of --loss in losses.go.

var penaltyWords = []string{"none", "l1", "group", "sparse-group", "overlap-group", "multitask", "trace"}

// penalties are those of --penalty, at strength 1, from what other flags say.
var penalties = map[string]func(s structure) toolkit.Proxable{
	"none":  func(structure) toolkit.Proxable { return nil },
	"l1":    func(structure) toolkit.Proxable { return prox.L1{Lambda: 1} },
	"group": func(s structure) toolkit.Proxable { return prox.L21{Lambda: 1, Groups: s.groups, Weights: s.weights} },
	"sparse-group": func(s structure) toolkit.Proxable {
		return prox.SparseGroup{Lambda: 1, Mix: s.mix, Groups: s.groups, Weights: s.weights}
	},
	"overlap-group": func(s structure) toolkit.Proxable {
		return prox.Overlap{Lambda: 1, Groups: s.groups, Weights: s.weights}
	},
	"multitask": func(structure) toolkit.Proxable { return prox.MultiTask{Lambda: 1} },
	"trace":     func(structure) toolkit.Proxable { return prox.TraceNorm{Lambda: 1} },
}

// structure is what a penalty of groups needs.
type structure struct {
	groups  [][]int
	weights []float64
	mix     float64
}

// grouped tells whether a penalty takes groups.
func grouped(penalty string) bool { return strings.HasSuffix(penalty, "group") }

// wordError says that a word is none of those known.
func wordError(flag, word string, known []string) error {
	return fmt.Errorf("--%s %q is none of %s", flag, word, strings.Join(known, ", "))
}

// pairs says which losses go with which penalties.
const pairs = `  multinomial            none, l1, multitask, trace
  cox                    none, l1, group, sparse-group, overlap-group; no intercept
  all other losses       none, l1, group, sparse-group, overlap-group;
                         with tasks also multitask and trace (not groups)
  (with none, all but squared, huber and squared-epsilon-insensitive need μ > 0)
`
