// Package words makes losses and penalties of the words of the command, and says which go together.
package words

import (
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/linalg/maps"
	"github.com/proxlab/proxlab/toolkit/prox"
	"github.com/proxlab/proxlab/toolkit/prox/calculus"
	"github.com/proxlab/proxlab/toolkit/prox/concave"
	"github.com/proxlab/proxlab/toolkit/prox/norms"
)

// penaltyWord is a word of --penalty: help, documents, completion and the command have it from here.
type penaltyWord struct {
	word    string
	formula string // Ω(w)
	takes   string // the flags that say what it is on, as the documents have them; those of takenBy must be given
	Make    func(s structure) toolkit.Proxable
}

// penalties are the words, at strength 1.
var penalties = []penaltyWord{
	{"none", "0, or +∞ outside of bounds", "`--nonnegative`, `--bounds LO,HI`, or `--bounds FILE`", withoutNorm},
	{"l1", "‖w‖₁ (with --mu the elastic net)", "the same, `--penalty-weights FILE`", func(s structure) toolkit.Proxable {
		if !s.bounded() {
			return prox.L1{Lambda: 1, Weights: s.factors}
		}
		return prox.Bounds{Lambda: 1, Lower: s.lower, Upper: s.upper}
	}},
	{
		"group", "Σ_g ω_g ‖w_g‖, disjoint groups; of features' rows of W where it has several columns",
		ofGroups + ", `--penalty-weights adaptive:MODEL`",
		func(s structure) toolkit.Proxable {
			return prox.L21{Lambda: 1, Groups: s.groups, Weights: s.groupWeights}
		},
	},
	{
		"sparse-group", "S Σ_g ω_g ‖w_g‖ + (1 − S)‖w‖₁", ofGroups + ", `--mix S`", func(s structure) toolkit.Proxable {
			return prox.SparseGroup{Lambda: 1, Mix: s.mix, Groups: s.groups, Weights: s.groupWeights}
		},
	},
	{
		"overlap-group", "Σ_g ω_g ‖w_g‖, groups that may overlap", ofGroups,
		func(s structure) toolkit.Proxable {
			return prox.Overlap{Lambda: 1, Groups: s.groups, Weights: s.groupWeights}
		},
	},
	{
		"latent-group", "min Σ_g ω_g ‖v_g‖ over w = Σ_g v_g: what is not 0 is a union of groups, which may overlap", ofGroups,
		func(s structure) toolkit.Proxable {
			return prox.Latent{Lambda: 1, Groups: s.groups, Weights: s.groupWeights}
		},
	},
	{
		"group-max", "Σ_g ω_g max |w_j| over j in g, disjoint groups", ofGroups,
		func(s structure) toolkit.Proxable {
			return prox.L1Inf{Lambda: 1, Groups: s.groups, Weights: s.groupWeights}
		},
	},
	{
		"tree", "Σ_g ω_g ‖w_g‖, groups nested or disjoint, inner ones first", ofGroups,
		func(s structure) toolkit.Proxable {
			return prox.Tree{Lambda: 1, Groups: s.groups, Weights: s.groupWeights}
		},
	},
	{
		"slope", "Σ_i ω_i |w|_(i), sorted |w| with weights that fall (SLOPE, OSCAR)",
		"`--slope bh:0.1`, `oscar:0.5` or a file of numbers",
		func(s structure) toolkit.Proxable { return prox.Slope{Lambda: 1, Weights: s.sorted} },
	},
	{
		"mcp", "concave in |w_j|: large weights are not shrunk; the answer is a local minimum", "`--gamma`: γ (3)",
		func(s structure) toolkit.Proxable { return prox.MCP{Lambda: 1, Gamma: s.gammaOr(3)} },
	},
	{
		"scad", "the same with another bend", "`--gamma`: a (3.7)",
		func(s structure) toolkit.Proxable { return prox.SCAD{Lambda: 1, A: s.gammaOr(3.7)} },
	},
	{
		"capped-l1", "Σ_j min(|w_j|, θ): weights beyond θ pay no more", "`--gamma`: θ (1)",
		func(s structure) toolkit.Proxable { return concave.CappedL1{Lambda: 1, Theta: s.gammaOr(1)} },
	},
	{
		"fused", "S Σ_j |w_{j+1} − w_j| + (1 − S)‖w‖₁, features on a line", "`--mix S`",
		func(s structure) toolkit.Proxable { return prox.Fused{Lambda: 1, Mix: s.mix} },
	},
	{
		"graph", "S Σ_e ω_e |w_a − w_b| + (1 − S)‖w‖₁ over edges (a, b)", "`--graph FILE` of edges, `--mix S`",
		func(s structure) toolkit.Proxable {
			return prox.GraphFused{Lambda: 1, Mix: s.mix, Edges: s.edges, Weights: s.edgeWeights}
		},
	},
	{
		"tv", "Σ_ij ‖(∇w)_ij‖, features that are the pixels of an image", "`--shape 16x8`",
		func(s structure) toolkit.Proxable { return prox.TotalVariation{Lambda: 1, Rows: s.rows, Cols: s.cols} },
	},
	{
		"multitask", "Σ_j ‖row j of W‖, a column of W a task", "`--penalty-weights FILE`",
		func(s structure) toolkit.Proxable {
			switch {
			case s.oneTask: // a row is a number
				return prox.L1{Lambda: 1, Weights: s.rowFactors}
			case s.rowFactors == nil:
				return prox.MultiTask{Lambda: 1}
			}
			return prox.L21{Lambda: 1, Groups: s.single(), Weights: s.rowFactors}
		},
	},
	{
		"outlying-tasks", "Σ_t ‖column t of W‖, a column of W a task: beside another norm by `[]`, tasks unlike others", "",
		func(s structure) toolkit.Proxable {
			if s.oneTask {
				return prox.L21{Lambda: 1, Groups: [][]int{everyFeature(s.d)}}
			}
			return norms.Tasks{Lambda: 1}
		},
	},
	{
		"fused-tasks", "S Σ_j Σ_t |W_j,t+1 − W_jt| + (1 − S)‖W‖₁, a column of W a task, in their order, as of times",
		"`--mix S`",
		func(s structure) toolkit.Proxable {
			return s.overTasks("fused-tasks", prox.Fused{Lambda: 1, Mix: s.mix})
		},
	},
	{
		"graph-tasks", "S Σ_e ω_e Σ_j |W_ja − W_jb| + (1 − S)‖W‖₁ over edges (a, b) of tasks",
		"`--graph FILE` of edges of tasks, `--mix S`", func(s structure) toolkit.Proxable {
			return s.overTasks("graph-tasks",
				prox.GraphFused{Lambda: 1, Mix: s.mix, Edges: s.edges, Weights: s.edgeWeights})
		},
	},
	{
		"smooth-tasks", "½ Σ_e ω_e Σ_j (W_ja − W_jb)² over edges of tasks, or between each and the next",
		"`--graph FILE` of edges of tasks, if any",
		func(s structure) toolkit.Proxable { return s.overTasks("smooth-tasks", s.smooth()) },
	},
	{
		"trace", "sum of the singular values of W", "",
		func(s structure) toolkit.Proxable {
			if s.oneTask { // W has one singular value, its norm
				return prox.L21{Lambda: 1, Groups: [][]int{everyFeature(s.d)}}
			}
			return prox.TraceNorm{Lambda: 1}
		},
	},
}

// ofGroups are the flags of the penalties of groups.
const ofGroups = "`--groups FILE`"

func withoutNorm(s structure) toolkit.Proxable {
	if !s.bounded() {
		return nil
	}
	return prox.Bounds{Lower: s.lower, Upper: s.upper}
}

// PenaltyOf is the penalty of a word.
func PenaltyOf(word string) (p penaltyWord, known bool) {
	at := slices.IndexFunc(penalties, func(p penaltyWord) bool { return p.word == word })
	if at < 0 {
		return p, false
	}
	return penalties[at], true
}

// has tells whether the penalty takes a flag.
func (p penaltyWord) has(flag string) bool { return strings.Contains(p.takes, "`--"+flag) }

// PenaltyWords are those of --penalty.
func PenaltyWords() (words []string) {
	for _, p := range penalties {
		words = append(words, p.word)
	}
	return words
}

// ofTasks are the penalties of which edges join tasks.
var ofTasks = []string{"graph-tasks", "smooth-tasks"}

// tasked is a penalty of the weights of each feature over tasks.
type tasked struct {
	calculus.EachRow
	name string
}

func (s structure) overTasks(name string, of toolkit.Proxable) toolkit.Proxable {
	return tasked{calculus.EachRow{Of: of, Columns: s.outputs}, name}
}

// String is the name.
func (g tasked) String() string { return g.name }

// smooth is ½ Σ_e ω_e (w_a − w_b)².
func (s structure) smooth() toolkit.Proxable {
	l := maps.EdgeDifferences(s.edges, s.outputs)
	if s.edges == nil && s.outputs > 1 {
		l = maps.Differences(s.outputs, 1)
	}
	for e, w := range s.edgeWeights {
		_, val := l.Row(e)
		floats.Scale(math.Sqrt(w), val)
	}
	return calculus.Composed{G: calculus.Square{Mu: 1}, L: l}
}
