package loss

import (
	"fmt"
	"slices"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/loss/profile"
)

// Entry is a loss with a name, as models have it in their files, and commands in their help.
type Entry struct {
	// Make is the loss without examples. The parameter is that of the Flag; 0 stands for a default.
	Make    func(parameter float64) toolkit.Loss
	Flag    string // what the parameter is called; "" without one
	Formula string // ℓ(f), on a line or several
}

// Name is what the loss calls itself.
func (e Entry) Name() string { return fmt.Sprint(e.Make(0)) }

// Catalogue are the losses of this package that package fit learns by, in the order in which they are explained.
func Catalogue() []Entry { return slices.Clone(catalogue) }

var catalogue = []Entry{
	{of[Squared], "", "½(f − y)²"},
	{func(v float64) toolkit.Loss { return Huber{Delta: v} }, "delta", "½r² for r = |f − y| ≤ δ, δ(r − δ/2) beyond"},
	{
		func(v float64) toolkit.Loss { return Quantile{Tau: v} }, "tau",
		"max(τr, (τ − 1)r) for r = y − f: the τ-quantile, τ = ½ the median",
	},
	{func(v float64) toolkit.Loss { return EpsilonInsensitive{Epsilon: v} }, "epsilon", "max(0, |f − y| − ε)"},
	{
		func(v float64) toolkit.Loss { return SquaredEpsilonInsensitive{Epsilon: v} }, "epsilon",
		"½ max(0, |f − y| − ε)²",
	},
	{of[profile.RootSquared], "", "the root of the mean of (f − y)², of all examples: the square-root lasso"},
	{of[Poisson], "", "exp(f) − yf + y log y − y, half the deviance of counts with the mean exp(f)"},
	{
		func(v float64) toolkit.Loss { return NegativeBinomial{Theta: v} }, "theta",
		"(y + θ) log((exp(f) + θ)/(y + θ)) − y(f − log y), counts of the variance μ + μ²/θ",
	},
	{of[Gamma], "", "y exp(−f) + f − log y − 1, half the deviance of y > 0 with the mean exp(f)"},
	{
		func(v float64) toolkit.Loss { return Tweedie{Power: v} }, "power",
		"exp(af)/a + y exp(−bf)/b − y^a/(ab) of y ≥ 0, a = 2 − p, b = p − 1, variances as μ^p",
	},
	{of[Binomial], "", "log(1 + exp(f)) − yf, and its entropy, of shares y of successes (--trials)"},
	{of[Logistic], "", "log(1 + exp(−yf)), the larger of two labels is y = +1"},
	{of[Hinge], "", "max(0, 1 − yf)"},
	{of[SquaredHinge], "", "½ max(0, 1 − yf)²"},
	{of[Multinomial], "", "log Σ_c exp(f_c) − f_y, a column of W a label"},
	{of[profile.Ordinal], "", "−log P(y), P(y ≤ k) = 1/(1 + exp(f − θ_k)), of labels in an order (--levels)"},
	{
		func(v float64) toolkit.Loss { return Cox{Ties: Ties(v)} }, "ties",
		"−log partial likelihood of times (--target) that end by an event (--event) or not",
	},
	{of[Pairwise], "", "max(0, 1 − (f_i − f_j)) over documents of a query (--queries), i the more relevant one"},
	{func(v float64) toolkit.Loss { return NDCG{K: int(v)} }, "depth", "a convex bound of 1 − NDCG of queries' documents"},
}

// of is a loss without parameter.
func of[L toolkit.Loss](float64) toolkit.Loss {
	var l L
	return l
}

// Named is the loss of a name, without examples, for a parameter, where it has one.
func Named(name string, parameter float64) (l toolkit.Loss, known bool) {
	for _, e := range catalogue {
		if e.Name() == name {
			return e.Make(parameter), true
		}
	}
	return nil, false
}

// What the losses know.
var (
	_ = []Bindable{
		Squared{}, Huber{}, Quantile{}, EpsilonInsensitive{}, SquaredEpsilonInsensitive{}, Poisson{}, Logistic{}, Hinge{},
		SquaredHinge{}, Exponential{}, Multinomial{}, Cox{}, Pairwise{}, NDCG{}, NegativeBinomial{}, Gamma{}, Tweedie{},
		Binomial{}, profile.Ordinal{}, profile.RootSquared{},
	}
	_ = []Labelled{Logistic{}, Hinge{}, SquaredHinge{}, Exponential{}, Multinomial{}, profile.Ordinal{}}
	_ = []Linked{
		Squared{}, Huber{}, Quantile{}, EpsilonInsensitive{}, SquaredEpsilonInsensitive{}, Poisson{}, Logistic{}, Hinge{},
		SquaredHinge{}, Multinomial{}, Cox{}, Pairwise{}, NDCG{}, NegativeBinomial{}, Gamma{}, Tweedie{}, Binomial{},
		profile.Ordinal{}, profile.RootSquared{},
	}
	_ = []Targeted{Poisson{}, Cox{}, Pairwise{}, NDCG{}, NegativeBinomial{}, Gamma{}, Tweedie{}, Binomial{}}
	_ = []Parametric{
		Huber{}, Quantile{}, EpsilonInsensitive{}, SquaredEpsilonInsensitive{}, NegativeBinomial{}, Tweedie{},
	}
	_ = []ParameterChecked{
		Huber{}, Quantile{}, EpsilonInsensitive{}, SquaredEpsilonInsensitive{}, Cox{}, NegativeBinomial{}, Tweedie{},
	}
	_ = []Residual{Huber{}, Quantile{}, EpsilonInsensitive{}, SquaredEpsilonInsensitive{}}
	_ = []toolkit.MoreauEnvelope{Quantile{}, EpsilonInsensitive{}, Hinge{}}
	_ = []toolkit.TwiceDifferentiable{
		Squared{}, Huber{}, SquaredEpsilonInsensitive{}, Poisson{}, Logistic{}, SquaredHinge{}, Exponential{},
		NegativeBinomial{}, Gamma{}, Tweedie{}, Binomial{},
	}
	_          = []toolkit.Hessian{Multinomial{}, SquaredOutputs{}, TaskMultinomial{}, Tasks{}}
	_          = []toolkit.Joint{Cox{}, Pairwise{}, NDCG{}, profile.Ordinal{}, profile.RootSquared{}}
	_          = []Profiled{profile.Ordinal{}, profile.RootSquared{}}
	_          = []Measured{Squared{}, Poisson{}, NegativeBinomial{}, Gamma{}, Tweedie{}, Binomial{}}
	_          = []Dispersed{Gamma{}, Tweedie{}}
	_          = []Ranked{Pairwise{}, NDCG{}}
	_          = []ShiftInvariant{Cox{}, Pairwise{}, NDCG{}, profile.Ordinal{}, profile.RootSquared{}}
	_          = []toolkit.Majorized{Cox{}, profile.Ordinal{}, profile.RootSquared{}}
	_ Timed    = Cox{}
	_ Followed = Cox{}
	_ Parted   = Poisson{}
)
