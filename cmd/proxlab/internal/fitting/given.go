package fitting

import (
	"fmt"
	"slices"
	"strings"

	"github.com/proxlab/proxlab/cmd/proxlab/internal/words"
	"github.com/proxlab/proxlab/toolkit/fit"
)

// ofProblem are the flags that say what problem is solved and how, whatever the data.
var ofProblem = []string{
	"loss", "delta", "tau", "epsilon", "theta", "power", "ties", "depth", "penalty", "lambda", "mu", "mix", "slope",
	"shape", "gamma", "nonnegative", "bounds", "constraint", "intercept", "standardize", "solver", "tol", "no-polish",
	"max-iter", "time-limit", "seed",
}

// Problem is a problem without data, as options of the command say it.
type Problem struct {
	fit.Linear // without its penalty
	Loss       string
	Penalties  words.Penalties
	Structure  words.StructureFlags
	Share      bool // λ is a share of λ_max
	flags      fitFlags
}

// Parse makes a problem of options, flags of the command by their names: one that may be given again has several
// values. What penalties are on is given; several says that there are tasks, or targets of several columns.
func Parse(options map[string][]string, given words.Given, several bool) (*Problem, error) {
	f := &fitFlags{}
	cmd := newFit(f, nil)
	for name, values := range options {
		if !slices.Contains(ofProblem, name) {
			return nil, fmt.Errorf("%.40q is no option: there are %s", name, strings.Join(ofProblem, ", "))
		}
		for _, value := range values {
			if err := cmd.Flags().Set(name, value); err != nil {
				return nil, fmt.Errorf("%s %.40q: %w", name, value, err)
			}
		}
	}
	f.data = "given"
	f.structure.Take(given)
	if several {
		f.tasks = "given"
	}
	if f.lambda == "" && !slices.Equal(f.penalties, []string{"none"}) {
		f.path = 2 // some, which are said later
	}
	r := &fitting{cmd: cmd, flags: *f}
	err := r.settings()
	return &Problem{
		r.problem, f.loss, r.flags.of, r.flags.structure, strings.HasSuffix(r.flags.lambda, "max"), r.flags,
	}, err
}

// Strength is λ, by λ_max where that is asked for; 0 where there is none.
func (p *Problem) Strength(most float64) (float64, error) {
	if _, _, single := p.Penalties.Single(); p.flags.lambda == "" && !single && p.Penalties.Given() {
		return 1, nil
	}
	if p.flags.lambda == "" {
		return 0, nil
	}
	return p.flags.lambdaOf(most)
}
