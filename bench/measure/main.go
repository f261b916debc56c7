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

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/fit"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/prox"
)

var losses = map[string]toolkit.Loss{
	"squared": loss.Squared{}, "logistic": loss.Logistic{}, "multinomial": loss.Multinomial{}, "hinge": loss.Hinge{},
	"poisson": loss.Poisson{}, "huber": loss.Huber{}, "cox": loss.Cox{},
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
	case "slope":
		return prox.Slope{Lambda: 1, Weights: falling(d)}
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

// falling are the weights 1, 1 − 1/d, … 1/d of the sorted norm.
func falling(d int) []float64 {
	w := make([]float64, d)
	for j := range w {
		w[j] = 1 - float64(j)/float64(d)
	}
	return w
}

// flags are those of a fit.
func (a *asked) flags() {
	flag.StringVar(&a.data, "data", "", "file of the features")
	flag.StringVar(&a.target, "target", "", "file of the targets, or their column for passes over blocks")
	flag.StringVar(&a.task, "task", "", "qid, where the features' file has tasks")
	flag.IntVar(&a.path, "path", 0, "so many λ down to lambda")
	flag.IntVar(&a.folds, "cv", 10, "folds to choose from a path by; 0 for the last λ")
	flag.StringVar(&a.out, "model", "", "the model's file")
	flag.Float64Var(&a.most, "most", 0, "λ of the beginning of the path")
	flag.Float64Var(&a.ratio, "ratio", 1, "share of the penalty in the elastic nets of a path")
	flag.Float64Var(&a.memory, "memory", 0, "bytes for passes over blocks in place of a fit in memory")
}

func main() {
	var c fit.Linear
	var a asked
	a.flags()
	of, penalty := flag.String("loss", "squared", ""), flag.String("penalty", "none", "")
	flag.Float64Var(&c.Lambda, "lambda", 0, "")
	flag.Float64Var(&c.Mu, "mu", 0, "")
	delta := flag.Float64("delta", 0, "of Huber's loss")
	size, mix := flag.Int("size", 0, "of groups"), flag.Float64("mix", 0, "share of groups in the sparse group lasso")
	flag.Float64Var(&c.Tol, "tol", 1e-6, "")
	flag.DurationVar(&c.TimeLimit, "limit", 0, "time after which a fit ends with what it has; 0 for none")
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
		do, err = summing(ctx, *composed, a.out, c.Tol)
	case *kernels != "":
		do, err = machineTask(*kernels)
	case *graph != "":
		do, err = decoding(ctx, *graph)
	case *named != "":
		do, err = work(ctx, *named, flag.Args())
	default:
		do, err = fitting(ctx, c, penalized, a)
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
