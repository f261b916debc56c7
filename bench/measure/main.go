// Command measure fits one model as proxlab fit does, or does another piece of work, and prints what it took in
// processor seconds, reading the data apart: the Go side of the comparison in bench/compare.py.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"runtime/pprof"

	"github.com/proxlab/proxlab/datasets"
	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/fit"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/model"
	"github.com/proxlab/proxlab/toolkit/prox"
)

var losses = map[string]toolkit.Loss{
	"squared": loss.Squared{}, "logistic": loss.Logistic{}, "multinomial": loss.Multinomial{}, "hinge": loss.Hinge{},
	"poisson": loss.Poisson{}, "huber": loss.Huber{},
}

// penaltyOf is a penalty by name on d features, in groups of neighbours where it knows groups.
func penaltyOf(name string, d, size int, mix float64) toolkit.Proxable {
	switch name {
	case "l1":
		return prox.L1{Lambda: 1}
	case "nonnegative":
		return prox.Nonnegative(1)
	case "rows":
		return prox.MultiTask{Lambda: 1}
	case "trace":
		return prox.TraceNorm{Lambda: 1}
	case "groups":
		return prox.L21{Lambda: 1, Groups: neighbours(d, size)}
	case "sparse-groups":
		return prox.SparseGroup{Lambda: 1, Mix: mix, Groups: neighbours(d, size)}
	}
	return nil
}

// neighbours are groups of so many features that follow one another.
func neighbours(d, size int) prox.Groups {
	groups := make(prox.Groups, (d+size-1)/size)
	for j := range d {
		groups[j/size] = append(groups[j/size], j)
	}
	return groups
}

func main() {
	var c fit.Linear
	data, target := flag.String("data", "", "file of the features"), flag.String("target", "", "file of the targets")
	of, penalty := flag.String("loss", "squared", ""), flag.String("penalty", "none", "")
	path := flag.Int("path", 0, "so many λ down to lambda")
	folds := flag.Int("cv", 10, "folds to choose from a path by; 0 for the last λ")
	out := flag.String("model", "", "the model's file")
	most := flag.Float64("most", 0, "λ of the beginning of the path")
	flag.Float64Var(&c.Lambda, "lambda", 0, "")
	flag.Float64Var(&c.Mu, "mu", 0, "")
	delta := flag.Float64("delta", 0, "of Huber's loss")
	size, mix := flag.Int("size", 0, "of groups"), flag.Float64("mix", 0, "share of groups in the sparse group lasso")
	flag.Float64Var(&c.Tol, "tol", 1e-6, "")
	flag.BoolVar(&c.Intercept, "intercept", false, "")
	named := flag.String("work", "", "a work of package main in place of a fit, on the files that follow")
	composed := flag.String("sum", "", "a composite problem in place of a fit, in a file of bench/sums.py")
	kernels := flag.String("machine", "", "a machine of a kernel in place of a fit, in a file of bench/kernels.py")
	graph := flag.String("graph", "", "a graph to decode in place of a fit, in a file of bench/grids.py")
	profile := flag.String("profile", "", "file for a profile of the processor")
	serving := flag.Bool("serve", false, "measure once for every line of the standard input")
	limiting := flag.Bool("limits", false, "measure what the machine can do in place of a fit")
	flag.Parse()
	c.Loss = losses[*of]
	if *of == "huber" {
		c.Loss = loss.Huber{Delta: *delta}
	}
	penalized := func(d int) toolkit.Proxable { return penaltyOf(*penalty, d, *size, *mix) }
	end, err := profiled(*profile)
	ctx := context.Background()
	var do task
	switch {
	case err != nil:
	case *limiting:
		do = limits
	case *composed != "":
		do, err = summing(ctx, *composed, *out, c.Tol)
	case *kernels != "":
		do, err = machineTask(*kernels)
	case *graph != "":
		do, err = decoding(ctx, *graph)
	case *named != "":
		do, err = work(ctx, *named, flag.Args())
	default:
		do, err = fitting(ctx, c, penalized, *data, *target, *out, *path, *folds, *most)
	}
	if err == nil {
		err = errors.Join(measure(do, *serving), end())
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// profiled writes a profile, if one is asked for, until end is called.
func profiled(path string) (end func() error, err error) {
	if path == "" {
		return func() error { return nil }, nil
	}
	f, err := os.Create(path)
	if err != nil {
		return nil, err
	}
	return func() error { pprof.StopCPUProfile(); return f.Close() }, pprof.StartCPUProfile(f)
}

// fitting reads the data, and is the fit of a model to them, which is then saved.
func fitting(
	ctx context.Context, c fit.Linear, penalized func(d int) toolkit.Proxable, data, target, out string, path, folds int,
	most float64,
) (task, error) {
	frame, err := read(ctx, &c, data, target)
	if err != nil {
		return nil, err
	}
	_, d := frame.X.Dims()
	c.Penalty = penalized(d)
	return func() (taken, finish, error) {
		m, err := learn(ctx, c, fit.Data{X: frame.X, Y: frame.Y}, path, folds, most)
		if err != nil {
			return taken{}, nil, err
		}
		t := taken{
			Objective: known(m.Objective), Gap: known(m.Gap), Status: string(m.Status), Solver: m.Method,
			Iterations: m.Iterations,
		}
		return t, func(*taken) error { return save(m, out) }, nil
	}, nil
}

// read reads a table and its targets. Several columns, where no loss was named, become a loss of as many outputs.
func read(ctx context.Context, c *fit.Linear, data, target string) (*datasets.Frame, error) {
	if c.Loss != nil {
		return datasets.ReadFrame(ctx, data, datasets.FrameOptions{Target: target})
	}
	frame, err := datasets.ReadFrame(ctx, data, datasets.FrameOptions{NoTarget: true})
	if err != nil {
		return nil, err
	}
	outputs, err := datasets.ReadFrame(ctx, target, datasets.FrameOptions{NoTarget: true})
	if err != nil {
		return nil, err
	}
	y := linalg.ToDense(outputs.X)
	c.Loss = loss.SquaredOutputs{Y: y.Data, K: y.C}
	return frame, nil
}

// learn fits one model, or a path, of which it takes the last model or cross-validates for that of the least error.
func learn(
	ctx context.Context, c fit.Linear, data fit.Data, path, folds int, most float64,
) (*model.Linear, error) {
	p, err := c.Prepare(data)
	if err != nil || path == 0 {
		if err != nil {
			return nil, err
		}
		return p.Fit(ctx)
	}
	lambdas := append([]float64{most}, fit.Geometric(most, c.Lambda/most, path-1)...)
	if folds == 0 {
		models, err := p.Path(ctx, lambdas)
		if err != nil {
			return nil, err
		}
		return models[len(models)-1], nil
	}
	v, err := p.CrossValidate(ctx, lambdas, folds)
	if err != nil {
		return nil, err
	}
	models, err := p.Path(ctx, lambdas[:v.Best+1])
	if err != nil {
		return nil, err
	}
	return models[v.Best], nil
}
