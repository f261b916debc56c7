package main

import (
	"errors"
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/loss"
)

// lossFlags are the parameters of losses.
type lossFlags struct {
	delta, tau, epsilon float64
	ties                string
	depth               int
}

// ties are the words of --ties.
var ties = map[string]loss.Ties{"breslow": loss.Breslow, "efron": loss.Efron}

// losses are those of --loss, from what other flags say; lossWords in the order in which they are listed.
var (
	losses = map[string]func(f lossFlags) toolkit.Loss{
		"squared":             func(lossFlags) toolkit.Loss { return loss.Squared{} },
		"huber":               func(f lossFlags) toolkit.Loss { return loss.Huber{Delta: f.delta} },
		"quantile":            func(f lossFlags) toolkit.Loss { return loss.Quantile{Tau: f.tau} },
		"epsilon-insensitive": func(f lossFlags) toolkit.Loss { return loss.EpsilonInsensitive{Epsilon: f.epsilon} },
		"squared-epsilon-insensitive": func(f lossFlags) toolkit.Loss {
			return loss.SquaredEpsilonInsensitive{Epsilon: f.epsilon}
		},
		"poisson":       func(lossFlags) toolkit.Loss { return loss.Poisson{} },
		"logistic":      func(lossFlags) toolkit.Loss { return loss.Logistic{} },
		"hinge":         func(lossFlags) toolkit.Loss { return loss.Hinge{} },
		"squared-hinge": func(lossFlags) toolkit.Loss { return loss.SquaredHinge{} },
		"cox":           func(f lossFlags) toolkit.Loss { return loss.Cox{Ties: ties[f.ties]} },
		"multinomial":   func(lossFlags) toolkit.Loss { return loss.Multinomial{} },
		"pairwise":      func(lossFlags) toolkit.Loss { return loss.Pairwise{} },
		"ndcg":          func(f lossFlags) toolkit.Loss { return loss.NDCG{K: f.depth} },
	}
	lossWords = []string{
		"squared", "huber", "quantile", "epsilon-insensitive", "squared-epsilon-insensitive", "poisson", "logistic", "hinge",
		"squared-hinge", "multinomial", "cox", "pairwise", "ndcg",
	}
)

// lossParameters are the flags that set a parameter, with the losses that have it.
var lossParameters = map[string][]string{
	"delta": {"huber"}, "tau": {"quantile"}, "epsilon": {"epsilon-insensitive", "squared-epsilon-insensitive"},
	"ties": {"cox"}, "depth": {"ndcg"},
}

// add makes the flags.
func (f *lossFlags) add(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.Float64Var(&f.delta, "delta", 1.345, "δ > 0 of huber, in the unit of the targets")
	flags.Float64Var(&f.tau, "tau", 0.5, "τ of quantile, between 0 and 1")
	flags.Float64Var(&f.epsilon, "epsilon", 0.1, "ε ≥ 0 of the ε-insensitive losses, in the unit of the targets")
	flags.StringVar(&f.ties, "ties", "breslow", "with cox, how events at one time are counted: breslow, or efron, which "+
		"is less biased where they are many")
	flags.IntVar(&f.depth, "depth", defaultDepth, "k of ndcg: so many places of a ranking count")
}

// check refuses parameters of other losses, and values that are none; 0 would stand for a default.
func (f lossFlags) check(cmd *cobra.Command, of string) error {
	for name, takers := range lossParameters {
		if cmd.Flags().Changed(name) && !slices.Contains(takers, of) {
			return fmt.Errorf("--%s is a parameter of %s, not of %s", name, joined(takers), of)
		}
	}
	if _, known := ties[f.ties]; !known && cmd.Flags().Changed("ties") {
		return wordError("ties", f.ties, []string{"breslow", "efron"})
	}
	switch {
	case f.delta == 0 && cmd.Flags().Changed("delta"):
		return errors.New("--delta 0: δ must be positive")
	case f.depth < 1 && cmd.Flags().Changed("depth"):
		return fmt.Errorf("--depth %d: a ranking has 1 place or more", f.depth)
	case f.tau == 0 && cmd.Flags().Changed("tau"):
		return errors.New("--tau 0: τ must be between 0 and 1")
	}
	if l, ok := losses[of](f).(interface{ CheckParameter() error }); ok {
		return l.CheckParameter()
	}
	return nil
}

// labels tells whether the targets of a loss are labels, which may be text.
func labels(l toolkit.Loss) bool {
	_, ok := l.(interface{ Binary() bool })
	return ok
}
