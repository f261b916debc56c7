package words

import (
	"context"
	"errors"
	"fmt"

	"github.com/proxlab/proxlab/datasets"
	"github.com/proxlab/proxlab/datasets/features"
	"github.com/proxlab/proxlab/toolkit/fit"
)

// Check tests that the flags go with the penalties, of features that are standardized or not.
func (f *StructureFlags) Check(p Penalties, standardize bool) error {
	switch {
	case p.takes("groups") && f.Groups == "":
		return fmt.Errorf("--penalty %s needs --groups FILE", p)
	case !p.takes("groups") && f.Groups != "":
		return fmt.Errorf("--groups go with the penalties of groups, group-max and tree, not with %s", p)
	case p.takes("shape") != (f.shape != ""):
		return errors.New("--penalty tv and --shape ROWSxCOLS go together")
	case !(f.mix >= 0 && f.mix <= 1):
		return fmt.Errorf("--mix %g: S must be between 0 and 1", f.mix)
	case f.gamma != 0 && !p.takes("gamma"):
		return fmt.Errorf("--gamma is of mcp, scad and capped-l1, not of %s", p)
	case f.Slope != "" && !p.takes("slope"):
		return fmt.Errorf("--slope goes with --penalty slope, not with %s", p)
	case f.Nonnegative && f.Bounds != "":
		return errors.New("--nonnegative is --bounds 0,inf: give one of both")
	case p.Mapped() != (f.Map != ""):
		return fmt.Errorf("--map FILE and a penalty of L w, as --penalty 'l1(L)', go together, and --penalty says %s", p)
	}
	return errors.Join(f.checkGraph(p), f.checkFactors(p, standardize), p.check(len(f.Constraints) > 0 || f.bounds()))
}

// checkGraph tests that the graph is of one kind of penalty.
func (f *StructureFlags) checkGraph(p Penalties) error {
	switch {
	case p.Has("graph", "graph-tasks") && f.Graph == "" || f.Graph != "" && !p.takes("graph"):
		return errors.New("--penalty graph or graph-tasks and --graph FILE, of edges, go together")
	case p.Has("graph") && p.Has(ofTasks...):
		return fmt.Errorf("--graph is of features or of tasks, and not of both as --penalty %s has it", p)
	}
	return nil
}

// Load reads what the penalties need for data of d features.
func (f *StructureFlags) Load(
	ctx context.Context, p Penalties, frame *datasets.Frame, data fit.Data, outputs int,
) (s structure, err error) {
	_, d := data.X.Dims()
	s.mix, s.gamma, s.d, s.outputs, s.tasks = f.mix, f.gamma, d, outputs, sorted(data.Task)
	s.oneTask = data.Task != nil && outputs == 1
	if s.tasks == nil { // of labels, by their order
		for k := range outputs {
			s.tasks = append(s.tasks, int64(k+1))
		}
	}
	switch {
	case f.given.Map != nil:
		if s.linear = f.given.Map; outputs > 1 {
			return s, fmt.Errorf("maps are of the weights of one output, and there are %d", outputs)
		}
		if r, c := s.linear.Dims(); c != d || r == 0 {
			return s, fmt.Errorf("the map is %d × %d: it must have a column for each of the %d features", r, c, d)
		}
	case f.Map != "":
		if s.linear, err = f.loadMap(ctx, d, outputs); err != nil {
			return s, err
		}
	}
	if err := f.loadStructure(ctx, p, frame, &s); err != nil {
		return s, err
	}
	if err := f.loadFactors(ctx, p, data, &s); err != nil {
		return s, fmt.Errorf("--penalty-weights: %w", err)
	}
	switch {
	case f.Nonnegative:
		s.lower = []float64{0}
	case f.given.Lower != nil || f.given.Upper != nil:
		s.lower, s.upper = f.given.Lower, f.given.Upper
	case f.Bounds != "":
		s.lower, s.upper, err = loadBounds(ctx, f.Bounds, data.FeatureNames, d, outputs)
	}
	if err == nil {
		s.sets, err = f.constraints(p, s, names{data.FeatureNames, d})
	}
	if f.Constrains(p) {
		s.lower, s.upper = nil, nil // no part of the penalty
	}
	if err == nil {
		err = p.suits(s)
	}
	return s, err
}

// loadStructure reads groups, edges, the shape and sorted weights.
func (f *StructureFlags) loadStructure(ctx context.Context, p Penalties, frame *datasets.Frame, s *structure) error {
	size := map[string]int{}
	for _, flag := range []string{"groups", "graph", "slope"} {
		var err error
		if size[flag], err = p.sizeOf(flag, *s); err != nil {
			return err
		}
	}
	if s.outputs > 1 && p.Has(ofTasks...) {
		size["graph"] = s.outputs
	}
	if err := f.given.check(size["groups"], size["graph"], size["slope"]*s.outputs, s.d, s.outputs); err != nil {
		return err
	}
	var errs [4]error
	switch {
	case f.given.Groups != nil:
		s.groups, s.groupWeights = f.given.Groups, f.given.GroupWeights
	case f.Groups == columnGroups && size["groups"] != s.d:
		return errors.New("--groups columns are of w, and not of L w")
	case f.Groups == columnGroups:
		s.groups, s.groupWeights = groupsOf(frame)
	case f.Groups != "":
		s.groups, s.groupWeights, errs[0] = features.LoadGroups(ctx, f.Groups, size["groups"])
	}
	switch {
	case f.given.Edges != nil:
		s.edges, s.edgeWeights = f.given.Edges, f.given.EdgeWeights
	case f.Graph == "":
	case p.Has(ofTasks...):
		s.edges, s.edgeWeights, errs[1] = features.LoadTaskEdges(ctx, f.Graph, s.tasks)
	default:
		s.edges, s.edgeWeights, errs[1] = features.LoadEdges(ctx, f.Graph, size["graph"])
	}
	if f.shape != "" {
		s.rows, s.cols, errs[2] = shapeOf(f.shape)
	}
	if s.sorted = f.given.Sorted; s.sorted == nil && p.Has("slope") {
		s.sorted, errs[3] = sortedWeights(ctx, f.Slope, size["slope"]*s.outputs)
	}
	return errors.Join(errs[:]...)
}

// givenWord stands in the flags for what is given.
const givenWord = "given"

// Take takes what is given in the place of files.
func (f *StructureFlags) Take(g Given) {
	f.given = g
	for _, flag := range []struct {
		text  *string
		given bool
	}{
		{&f.Groups, g.Groups != nil}, {&f.Graph, g.Edges != nil}, {&f.Slope, g.Sorted != nil}, {&f.Map, g.Map != nil},
		{&f.Bounds, g.Lower != nil || g.Upper != nil}, {&f.Factors, g.Factors != nil},
	} {
		if flag.given {
			*flag.text = givenWord
		}
	}
}
