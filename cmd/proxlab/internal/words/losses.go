package words

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/proxlab/proxlab/cmd/proxlab/internal/ui"
	"github.com/proxlab/proxlab/datasets"
	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/spf13/cobra"
)

// LossFlags are the parameters of losses.
type LossFlags struct {
	delta, tau, epsilon float64
	theta, power        float64
	ties                string
	depth               int
	levels              []string
}

// ties are the words of --ties.
var ties = map[string]loss.Ties{"breslow": loss.Breslow, "efron": loss.Efron}

// LossWords are those of --loss, in the order in which they are listed.
func LossWords() (words []string) {
	for _, e := range loss.Catalogue() {
		words = append(words, e.Name())
	}
	return words
}

// parameter is what the flag of a name says.
func (f LossFlags) parameter(flag string) float64 {
	return map[string]float64{
		"delta": f.delta, "tau": f.tau, "epsilon": f.epsilon, "ties": float64(ties[f.ties]), "depth": float64(f.depth),
		"theta": f.theta, "power": f.power,
	}[flag]
}

// Of is the loss of a word.
func (f LossFlags) Of(word string) (l toolkit.Loss, known bool) {
	for _, e := range loss.Catalogue() {
		if e.Name() == word {
			return e.Make(f.parameter(e.Flag)), true
		}
	}
	return nil, false
}

// Add makes the flags.
func (f *LossFlags) Add(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.Float64Var(&f.delta, "delta", 1.345, "δ > 0 of huber, in the unit of the targets")
	flags.Float64Var(&f.tau, "tau", 0.5, "τ of quantile, between 0 and 1")
	flags.Float64Var(&f.epsilon, "epsilon", 0.1, "ε ≥ 0 of the ε-insensitive losses, in the unit of the targets")
	flags.Float64Var(&f.theta, "theta", 1, "θ > 0 of negative-binomial, as in R's MASS: variances are μ + μ²/θ; "+
		"--find-theta finds it")
	flags.Float64Var(&f.power, "power", 1.5, "p of tweedie, between 1 (Poisson) and 2 (gamma): variances go as μ^p")
	flags.StringVar(&f.ties, "ties", "breslow", "with cox, how events at one time are counted: breslow, or efron, which "+
		"is less biased where they are many")
	flags.StringSliceVar(&f.levels, "levels", nil, "with ordinal, the labels in their order, as low,middle,high; numbers "+
		"need none")
	flags.IntVar(&f.depth, "depth", DefaultDepth, "k of ndcg: so many places of a ranking count")
}

// Check refuses parameters of other losses, and values that are none; 0 would stand for a default.
func (f LossFlags) Check(cmd *cobra.Command, of string) error {
	takers := map[string][]string{}
	for _, e := range loss.Catalogue() {
		takers[e.Flag] = append(takers[e.Flag], e.Name())
	}
	for name, by := range takers {
		if cmd.Flags().Changed(name) && !slices.Contains(by, of) {
			return fmt.Errorf("--%s is a parameter of %s, not of %s", name, ui.Joined(by), of)
		}
	}
	if _, known := ties[f.ties]; !known && cmd.Flags().Changed("ties") {
		return ui.WordError("ties", f.ties, []string{"breslow", "efron"})
	}
	switch {
	case f.levels != nil && of != "ordinal":
		return fmt.Errorf("--levels is of the ordinal loss, not of %s", of)
	case f.delta == 0 && cmd.Flags().Changed("delta"):
		return errors.New("--delta 0: δ must be positive")
	case f.depth < 1 && cmd.Flags().Changed("depth"):
		return fmt.Errorf("--depth %d: a ranking has 1 place or more", f.depth)
	case f.theta == 0 && cmd.Flags().Changed("theta"):
		return errors.New("--theta 0: θ must be positive")
	case f.power == 0 && cmd.Flags().Changed("power"):
		return errors.New("--power 0: p must be between 1 and 2")
	case f.tau == 0 && cmd.Flags().Changed("tau"):
		return errors.New("--tau 0: τ must be between 0 and 1")
	}
	l, _ := f.Of(of)
	if checked, ok := l.(loss.ParameterChecked); ok {
		return checked.CheckParameter()
	}
	return nil
}

// Order gives labels the order of --levels, where the loss has one.
func (f LossFlags) Order(frame *datasets.Frame, of string) error {
	switch {
	case of != "ordinal" || frame.Labels == nil && f.levels == nil:
		return nil
	case f.levels == nil:
		return fmt.Errorf("the labels are words: say their order by --levels %s, from the lowest to the highest; so they "+
			"stand in the alphabet", strings.Join(frame.Labels, ","))
	case frame.Labels == nil:
		return errors.New("--levels is for labels that are words: numbers have an order")
	}
	place := make([]float64, len(frame.Labels))
	for k, label := range frame.Labels {
		at := slices.Index(f.levels, label)
		if at < 0 {
			return fmt.Errorf("--levels %s: there are labels %q, too", strings.Join(f.levels, ","), label)
		}
		place[k] = float64(at)
	}
	for k, level := range f.levels {
		if !slices.Contains(frame.Labels, level) || slices.Contains(f.levels[:k], level) {
			return fmt.Errorf("--levels %s: each of the labels %s is due, once", strings.Join(f.levels, ","),
				strings.Join(frame.Labels, ", "))
		}
	}
	for i, y := range frame.Y {
		frame.Y[i] = place[int(y)]
	}
	frame.Labels = slices.Clone(f.levels)
	return nil
}

// Depth is k of rankings.
func (f LossFlags) Depth() int { return f.depth }

// Labels tells whether the targets of a loss are labels, which may be text.
func Labels(l toolkit.Loss) bool {
	_, ok := l.(loss.Labelled)
	return ok
}

// DefaultDepth is how many places of a ranking count.
const DefaultDepth = 10
