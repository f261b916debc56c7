package main

import (
	"fmt"
	"strings"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/prox"
)

// The words of --penalty become values here and nowhere else, those of --loss in losses.go.

var penaltyWords = []string{
	"none", "l1", "group", "sparse-group", "overlap-group", "latent-group", "group-max", "tree", "slope", "mcp",
	"scad", "fused", "graph", "tv", "multitask", "trace",
}

// penalties are those of --penalty, at strength 1, from what other flags say.
var penalties = map[string]func(s structure) toolkit.Proxable{
	"none": func(s structure) toolkit.Proxable {
		if !s.bounded() {
			return nil
		}
		return prox.Bounds{Lower: s.lower, Upper: s.upper}
	},
	"l1": func(s structure) toolkit.Proxable {
		if !s.bounded() {
			return prox.L1{Lambda: 1}
		}
		return prox.Bounds{Lambda: 1, Lower: s.lower, Upper: s.upper}
	},
	"group": func(s structure) toolkit.Proxable { return prox.L21{Lambda: 1, Groups: s.groups, Weights: s.weights} },
	"sparse-group": func(s structure) toolkit.Proxable {
		return prox.SparseGroup{Lambda: 1, Mix: s.mix, Groups: s.groups, Weights: s.weights}
	},
	"overlap-group": func(s structure) toolkit.Proxable {
		return prox.Overlap{Lambda: 1, Groups: s.groups, Weights: s.weights}
	},
	"latent-group": func(s structure) toolkit.Proxable {
		return prox.Latent{Lambda: 1, Groups: s.groups, Weights: s.weights}
	},
	"group-max": func(s structure) toolkit.Proxable {
		return prox.L1Inf{Lambda: 1, Groups: s.groups, Weights: s.weights}
	},
	"tree": func(s structure) toolkit.Proxable {
		return prox.Tree{Lambda: 1, Groups: s.groups, Weights: s.weights}
	},
	"slope": func(s structure) toolkit.Proxable { return prox.Slope{Lambda: 1, Weights: s.sorted} },
	"mcp":   func(s structure) toolkit.Proxable { return prox.MCP{Lambda: 1, Gamma: s.gamma} },
	"scad":  func(s structure) toolkit.Proxable { return prox.SCAD{Lambda: 1, A: s.gamma} },
	"fused": func(s structure) toolkit.Proxable { return prox.Fused{Lambda: 1, Mix: s.mix} },
	"graph": func(s structure) toolkit.Proxable {
		return prox.GraphFused{Lambda: 1, Mix: s.mix, Edges: s.edges, Weights: s.weights}
	},
	"tv": func(s structure) toolkit.Proxable {
		return prox.TotalVariation{Lambda: 1, Rows: s.rows, Cols: s.cols}
	},
	"multitask": func(structure) toolkit.Proxable { return prox.MultiTask{Lambda: 1} },
	"trace":     func(structure) toolkit.Proxable { return prox.TraceNorm{Lambda: 1} },
}

// wordError says that a word is none of those known.
func wordError(flag, word string, known []string) error {
	return fmt.Errorf("--%s %q is none of %s", flag, word, strings.Join(known, ", "))
}

// pairs says which losses go with which penalties.
const pairs = `  all others             none, l1 (both with bounds too), group, sparse-group, overlap-group,
                         latent-group, group-max, tree, slope, mcp, scad, fused, graph, tv;
                         with tasks none, l1, group, group-max, slope, mcp, scad, multitask, trace
                         (cox goes with neither tasks nor an intercept; mcp and scad need a loss
                         without kinks: not quantile, epsilon-insensitive, hinge)
  multinomial            none, l1 (both with bounds too), group, group-max, slope, mcp, scad,
                         multitask, trace
  pairwise, ndcg         none, with μ > 0 and neither tasks nor an intercept
  (with none, all but squared, huber and squared-epsilon-insensitive need μ > 0)
`
