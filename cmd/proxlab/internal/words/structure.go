package words

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/pflag"

	"github.com/proxlab/proxlab/datasets"
	"github.com/proxlab/proxlab/datasets/features"
	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/fit"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/prox"
)

// StructureFlags are the flags that say what a penalty is on, as they are given.
type StructureFlags struct {
	Groups, Slope, Bounds, Graph, shape string
	mix, gamma                          float64
	Nonnegative                         bool
	Constraints                         []string
	Map                                 string
	Factors                             string // of --penalty-weights
	given                               Given
}

// Add adds the flags.
func (f *StructureFlags) Add(flags *pflag.FlagSet) {
	flags.Float64Var(&f.mix, "mix", 0.5, "S of sparse-group, fused and graph, from 0 (l1) to 1 (group, differences)")
	flags.StringVar(&f.Groups, "groups", "",
		"file of groups: one a line, numbers of features from 1, optionally w=WEIGHT; a feature in none has no group "+
			"term; or columns: the features of each column are one, with the root of their number as weight")
	flags.StringVar(&f.Slope, "slope", "",
		"weights of slope (default bh:0.1): bh:q (Benjamini-Hochberg at the rate q), oscar:a (1, and a more for each "+
			"rank), or a file of numbers that fall")
	flags.StringVar(&f.Graph, "graph", "", "file of edges: two features' numbers a line, "+
		"or two tasks', optionally w=WEIGHT")
	flags.StringVar(&f.shape, "shape", "", "ROWSxCOLS of the image that features are the pixels of, row by row, for tv")
	flags.Float64Var(&f.gamma, "gamma", 0,
		"γ > 1 of mcp (default 3), a > 2 of scad (default 3.7), θ of capped-l1 (default 1)")
	flags.StringVar(&f.Map, "map", "",
		"file of a matrix L, for penalties of L w as in --penalty 'l1(L)': rows of numbers, one for each feature, or "+
			".npy, .mtx")
	flags.StringVar(&f.Factors, "penalty-weights", "",
		"weights of features in l1 and multitask: a file with a feature, by name or number, and its weight on each line, "+
			"0 for one that is not penalized (default 1); or adaptive:MODEL, 1/|w| of the weights w in the file of a "+
			"first model, in group 1/‖w_g‖")
	flags.BoolVar(&f.Nonnegative, "nonnegative", false, "weights are 0 or more")
	flags.StringVar(&f.Bounds, "bounds", "",
		"LO,HI for all weights, of features as they are (LO=-inf, HI=inf for none), or a file: lines of a feature, LO, HI")
	flags.StringArrayVar(&f.Constraints, "constraint", nil, "a constraint of the weights of features as they are, as "+
		"sum(x1..x40)=0, 0<=x<=0.9, monotone:a,b,c or simplex; may be given again: see proxlab help penalties")
}

// structure is what penalties need beside their names.
type structure struct {
	groups       [][]int
	edges        [][2]int
	groupWeights []float64
	edgeWeights  []float64
	rows, cols   int // of the image
	mix, gamma   float64
	sorted       []float64 // weights of slope
	lower, upper []float64 // bounds; nil for none
	factors      []float64 // weights in the penalty, entry by entry; nil for ones
	rowFactors   []float64 // of features' rows of W; nil for ones
	d, outputs   int
	tasks        []int64    // ascending
	oneTask      bool       // of the data
	linear       linalg.Map // L of --map
	sets         []toolkit.Proxable
}

// Sets are the constraints of the weights.
func (s structure) Sets() []toolkit.Proxable { return s.sets }

// bounded tells whether there are bounds.
func (s structure) bounded() bool { return s.lower != nil || s.upper != nil }

// single are groups of one feature each.
func (s structure) single() (groups [][]int) {
	for j := range s.d {
		groups = append(groups, []int{j})
	}
	return groups
}

// gammaOr is --gamma, or a default.
func (s structure) gammaOr(otherwise float64) float64 {
	if s.gamma == 0 {
		return otherwise
	}
	return s.gamma
}

// shapeOf reads --shape.
func shapeOf(text string) (rows, cols int, err error) {
	first, second, _ := strings.Cut(text, "x")
	rows, bad := strconv.Atoi(first)
	cols, worse := strconv.Atoi(second)
	if bad != nil || worse != nil || rows < 1 || cols < 1 {
		return 0, 0, fmt.Errorf("--shape %q: rows and columns are due, as in 16x8", text)
	}
	return rows, cols, nil
}

// sortedWeights reads --slope.
func sortedWeights(ctx context.Context, text string, count int) ([]float64, error) {
	if text == "" {
		text = "bh:0.1"
	}
	kind, number, is := strings.Cut(text, ":")
	v, err := strconv.ParseFloat(number, 64)
	switch {
	case is && kind == "bh" && err == nil && v > 0 && v < 1:
		return prox.BenjaminiHochberg(count, v), nil
	case is && kind == "oscar" && err == nil && v >= 0 && !math.IsInf(v, 1):
		return prox.Oscar(count, v), nil
	case is && (kind == "bh" || kind == "oscar"):
		return nil, fmt.Errorf("--slope %q: bh:q takes a rate between 0 and 1, oscar:a a number from 0", text)
	}
	return features.LoadWeights(ctx, text, count)
}

// loadBounds reads --bounds: LO,HI, or a file, whose bounds hold for every output.
func loadBounds(
	ctx context.Context, text string, names []string, d, outputs int,
) (lower, upper []float64, err error) {
	if lo, hi, is := strings.Cut(text, ","); is {
		least, bad := strconv.ParseFloat(strings.TrimSpace(lo), 64)
		most, worse := strconv.ParseFloat(strings.TrimSpace(hi), 64)
		if bad == nil && worse == nil {
			if !(least <= most) || math.IsInf(least, 1) || math.IsInf(most, -1) {
				return nil, nil, fmt.Errorf("--bounds %q: there is no number from %g to %g", text, least, most)
			}
			return []float64{least}, []float64{most}, nil
		}
	}
	if lower, upper, err = features.LoadBounds(ctx, text, names, d); err != nil {
		return nil, nil, fmt.Errorf("--bounds: LO,HI or a file is due: %w", err)
	}
	return repeated(lower, outputs), repeated(upper, outputs), nil
}

// repeated has each number so many times in a row.
func repeated(values []float64, times int) []float64 {
	out := make([]float64, 0, len(values)*times)
	for _, v := range values {
		for range times {
			out = append(out, v)
		}
	}
	return out
}

// Outputs is the number of columns of W: of labels of the multinomial loss, or of tasks.
func Outputs(loss string, data fit.Data) int {
	switch {
	case data.Task != nil:
		return distinct(data.Task)
	case loss == "multinomial":
		return distinct(data.Y)
	}
	return 1
}

func distinct[T int64 | float64](values []T) int { return len(sorted(values)) }

// sorted are the values, each once.
func sorted[T int64 | float64](values []T) []T {
	out := slices.Clone(values)
	slices.Sort(out)
	return slices.Compact(out)
}

// columnGroups is the word for groups that are the columns of the table.
const columnGroups = "columns"

// groupsOf are the features of each column, with weights √ of their number (Yuan and Lin, Model selection and
// estimation in regression with grouped variables, 2006).
func groupsOf(frame *datasets.Frame) (groups [][]int, weights []float64) {
	if frame.Encoder != nil {
		groups, _ = frame.Encoder.Groups()
	} else {
		_, d := frame.X.Dims()
		for j := range d {
			groups = append(groups, []int{j})
		}
	}
	for _, g := range groups {
		weights = append(weights, math.Sqrt(float64(len(g))))
	}
	return groups, weights
}
