package loss

import "github.com/proxlab/proxlab/toolkit"

// What a loss may know beside what it must. Solving a problem needs none of it: packages fit and model ask for it.
type (
	// Bindable is a loss without examples: Bind gives it targets, one an example, and weights c_i (nil for 1/n).
	Bindable interface {
		Bind(y, weights []float64) toolkit.Loss
	}
	// Labelled is a loss whose targets are labels: two, −1 and +1, where Binary is true, or any number k, 0 … k−1.
	Labelled interface{ Binary() bool }
	// Linked is a loss that says what turns its predictions into means, probabilities or labels: Identity and the others.
	Linked interface{ Link() string }
	// Targeted is a loss that says what is wrong with a target.
	Targeted interface{ CheckTarget(y float64) error }
	// Parametric is a loss with a parameter, which is kept with a model.
	Parametric interface{ Parameter() float64 }
	// ParameterChecked is a loss that says what is wrong with its own parameters.
	ParameterChecked interface{ CheckParameter() error }
	// Residual is a loss that depends on f − y alone where OfResidual is true: both may be shifted alike.
	Residual interface{ OfResidual() bool }
	// ShiftInvariant is a loss that no constant changes which is added to all predictions, where ShiftInvariant is true:
	// it has no intercept, and features may be shifted.
	ShiftInvariant interface{ ShiftInvariant() bool }
	// Timed is a loss of times that end by events, or by censoring; CheckEvents says what is wrong with what it is bound
	// to.
	Timed interface {
		BindEvents(y []float64, event []bool, weights []float64) toolkit.Loss
		CheckEvents() error
	}
	// Followed is a loss of times of which more is known than how they end.
	Followed interface {
		BindWatched(y []float64, event []bool, of Watched, weights []float64) toolkit.Loss
	}
	// Watched says of times in which stratum each is, with hazards of its own, and when it began to be watched; nil for
	// one stratum, and from ever.
	Watched struct {
		Strata []int64
		Entry  []float64
	}
	// Ranked is a loss of rankings of the documents of queries; CheckQueries says what is wrong with what it is bound to.
	Ranked interface {
		BindQueries(y []float64, query []int64, weights []float64) toolkit.Loss
		CheckQueries() error
	}
	// Parted is a loss that knows itself on some of its examples, whose weights are divided by their sum.
	Parted interface {
		Part(examples []int) toolkit.Separable
	}
	// Dispersed is a loss that is a likelihood once a dispersion is known, where Dispersed is true.
	Dispersed interface{ Dispersed() bool }
	// OutputTargets is ½‖f − y‖² of several outputs: targets n×k, and whether the weights are 1/n, not any of its own.
	OutputTargets interface {
		Targets() (y []float64, even bool)
	}
	// Profiled is a loss with thresholds (by the link Cumulative) or an intercept at their minimum for f: see profile.
	Profiled interface{ Profile(f []float64) []float64 }
	// Measured is a loss whose mean over examples goes by another name, times a factor.
	Measured interface {
		Measure() (name string, times float64)
	}
)

// The links: what predictions are.
const (
	Identity   = "identity"   // of the targets themselves
	Log        = "log"        // the logarithms of their means
	Share      = "share"      // their means are 1/(1 + exp(−f))
	Hazard     = "hazard"     // the logarithms of hazards, relative to others'
	Order      = "order"      // scores to rank by
	Margin     = "margin"     // the label by the sign; there are no probabilities
	Logit      = "logit"      // the probability of the label +1 is 1/(1 + exp(−f))
	Softmax    = "softmax"    // the probability of label c is exp(f_c)/Σ_l exp(f_l)
	Cumulative = "cumulative" // labels up to k, in their order, have the probability 1/(1 + exp(f − θ_k))
)
