// Package machines has what the command fit does with kernels: --kernel and --precomputed.
package machines

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/proxlab/proxlab/cmd/proxlab/internal/ui"
	"github.com/proxlab/proxlab/cmd/proxlab/internal/words"
	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/fit/kernels"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// flags are those of fit that kernels know.
type flags struct {
	kernels     []string
	precomputed bool
	norm, nu    float64
	cache       int

	data, target, weights, loss, model, choose string
	lambda, mu                                 float64
	drop                                       []string
	intercept, standardize, explain, json      bool
	path, cv                                   int
	settings                                   kernels.Machine
}

// oneClass is the word of --loss that has no labels.
const oneClass = "one-class"

// known are flags of fit that go with kernels, beside the parameters of losses.
var known = []string{
	"kernel", "precomputed", "block-norm", "nu", "cache", "data", "target", "weights", "loss", "model", "choose", "lambda",
	"mu", "drop", "intercept", "standardize", "explain", "json", "path", "cv", "tol", "max-iter", "time-limit", "seed",
	"format", "zero-based", "decimal", "separator", "encoding", "penalty",
}

// read takes what flags of fit say, and refuses those that do not go with kernels.
func (f *flags) read(cmd *cobra.Command) (err error) {
	of := cmd.Flags()
	text := func(name string) string { return of.Lookup(name).Value.String() }
	f.data, f.target, f.weights, f.loss = text("data"), text("target"), text("weights"), text("loss")
	f.model, f.choose = text("model"), text("choose")
	numbers := map[string]*float64{"mu": &f.mu, "tol": &f.settings.Tol}
	for name, to := range numbers {
		if *to, err = of.GetFloat64(name); err != nil {
			return err
		}
	}
	f.drop, _ = of.GetStringSlice("drop")
	for name, to := range map[string]*bool{
		"intercept": &f.intercept, "standardize": &f.standardize, "explain": &f.explain, "json": &f.json,
	} {
		*to, _ = of.GetBool(name)
	}
	for name, to := range map[string]*int{"path": &f.path, "cv": &f.cv, "max-iter": &f.settings.MaxIter} {
		*to, _ = of.GetInt(name)
	}
	f.settings.Seed, _ = of.GetUint64("seed")
	l, parameter, err := f.lossOf(cmd)
	if err != nil {
		return err
	}
	f.settings.Loss = l
	of.Visit(func(g *pflag.Flag) {
		if !slices.Contains(known, g.Name) && g.Name != parameter && err == nil {
			err = fmt.Errorf("--%s does not go with --kernel", g.Name)
		}
	})
	if err != nil {
		return err
	}
	return f.check(cmd)
}

// lossOf is the loss of its word, and which flag is its parameter.
func (f *flags) lossOf(cmd *cobra.Command) (l toolkit.Loss, parameter string, err error) {
	if f.loss == oneClass {
		return nil, "", nil
	}
	for _, e := range loss.Catalogue() {
		if e.Name() != f.loss {
			continue
		}
		var v float64
		if e.Flag != "" && e.Flag != "ties" && e.Flag != "depth" {
			if v, err = cmd.Flags().GetFloat64(e.Flag); err != nil {
				return nil, "", err
			}
		}
		return e.Make(v), e.Flag, nil
	}
	return nil, "", ui.WordError("loss", f.loss, append(words.LossWords(), oneClass))
}

// check tests that flags go together.
func (f *flags) check(cmd *cobra.Command) (err error) {
	said, _ := cmd.Flags().GetString("lambda")
	if said != "" {
		if f.lambda, err = strconv.ParseFloat(said, 64); err != nil || !(f.lambda > 0) || math.IsInf(f.lambda, 1) {
			return fmt.Errorf("--lambda %s: with kernels a positive number is due", said)
		}
	}
	given, _ := cmd.Flags().GetStringArray("penalty")
	switch {
	case f.data == "":
		return errors.New("--data is missing: a file, - for the standard input, or @NAME of a registered set")
	case f.precomputed && len(f.kernels) > 0:
		return errors.New("--precomputed says that the data are Gram matrices, and --kernel makes one: give one of both")
	case f.precomputed && f.standardize:
		return errors.New("--standardize is of columns, and --precomputed has matrices")
	case !slices.Equal(given, []string{"none"}):
		return fmt.Errorf("--penalty %s does not go with --kernel: --lambda is of Σ ‖f_j‖, --block-norm of its powers",
			strings.Join(given, " "))
	}
	f.settings.Lambda, f.settings.Mu, f.settings.Norm, f.settings.Intercept = f.lambda, f.mu, f.norm, f.intercept
	f.settings.Bytes = int64(f.cache) << 20
	return f.checkStrengths()
}

// checkStrengths tests numbers.
func (f *flags) checkStrengths() error {
	several := f.path > 0 || f.cv > 0 || f.lambda > 0 || f.norm != 2
	switch {
	case f.loss == oneClass && several:
		return errors.New("--loss one-class has --nu, and no --lambda, --block-norm, --path or --cv")
	case f.loss != oneClass && f.mu == 0 && f.lambda == 0 && f.path == 0:
		return errors.New("--mu is missing, the ridge (μ/2)‖f‖²: 1/(Cn) for LIBSVM's C, or --path with --cv finds one")
	case f.cache < 1:
		return fmt.Errorf("--cache %d: one MB at least is due", f.cache)
	case f.cv == 1 || f.path < 0 || f.cv < 0:
		return fmt.Errorf("--path %d and --cv %d: some, and two folds at least, are due", f.path, f.cv)
	case f.choose != "1se" && f.choose != "least":
		return ui.WordError("choose", f.choose, []string{"1se", "least"})
	}
	return nil
}
