package proxsvm

import (
	"fmt"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/figures"
	"github.com/proxlab/proxlab/reproduce"
)

// chosen are the mean errors of every λ in cross-validation.
type chosen struct {
	paper  float64
	errors []float64
}

var (
	paperLambda = reproduce.Shown("lambda_paper", "paper's λ", reproduce.Power, func(x chosen) float64 { return x.paper })
	tried       = reproduce.Kept("lambdas", func(chosen) []float64 { return decades })
	errorsOf    = reproduce.Kept("errors", func(x chosen) []float64 { return x.errors })
)

// chosenFields has a column for every λ.
func chosenFields() reproduce.Fields[chosen] {
	out := reproduce.Fields[chosen]{
		reproduce.Whole[chosen]("data set", reproduce.RowID), paperLambda,
		reproduce.Shown("lambda_best", "λ of least error", reproduce.Power,
			func(x chosen) float64 { return decades[floats.MinIdx(x.errors)] }),
		tried, errorsOf,
	}
	for k, lambda := range decades {
		out = append(out, reproduce.Whole[chosen](fmt.Sprintf("%.0e", lambda),
			reproduce.Right(func(r reproduce.Row, _ string) string { return figures.Number(errorsOf.In(r)[k], 2) })))
	}
	return append(out, reproduce.Whole[chosen]("data", reproduce.Data))
}

// bounded is a regret beside its bounds.
type bounded struct {
	regretResult
	regretBounds
	lambda float64
}

func ofRegret(
	key reproduce.Key[float64], title string, of func(x bounded) float64,
) *reproduce.Value[bounded, float64] {
	return reproduce.Shown(key, title, digits, of)
}

// What rows of the regret have.
var (
	byPegasos  = ofRegret("pegasos", "Pegasos", func(x bounded) float64 { return last(x.Pegasos) })
	lemma1     = ofRegret("pegasos_bound", "bound", func(x bounded) float64 { return x.lemma1 })
	byProximal = ofRegret("proximal", "Proximal", func(x bounded) float64 { return last(x.Proximal) })
	theorem1   = ofRegret("theorem1", "Theorem 1", func(x bounded) float64 { return x.theorem1 })
	corollary2 = ofRegret("corollary2", "Corollary 2", func(x bounded) float64 { return x.corollary2 })
	corollary3 = ofRegret("corollary3", "Corollary 3", func(x bounded) float64 { return x.corollary3 })

	regretFields = reproduce.Fields[bounded]{
		reproduce.Whole[bounded]("data set", reproduce.RowID),
		reproduce.Shown(keyLambda, "λ", reproduce.Power, func(x bounded) float64 { return x.lambda }),
		byPegasos, lemma1, byProximal, theorem1, corollary2, corollary3,
		ofRegret("best_tau", "best τ", func(x bounded) float64 { return x.BestTau }),
		ofRegret("single", "one τ", func(x bounded) float64 { return last(x.Single) }),
		reproduce.Shown("rounds", "T", whole, func(x bounded) float64 { return regretPasses * x.Examples }),
		reproduce.Shown("radius", "radius", two, func(x bounded) float64 { return x.Radius }),
		reproduce.Shown("G", "G", two, func(x bounded) float64 { return x.G }),
		reproduce.Whole[bounded]("data", reproduce.Data),
	}
)

// certificateFields are those of the averaged iterate's duality gap.
var certificateFields = reproduce.Fields[certificateResult]{
	reproduce.Whole[certificateResult]("data set", reproduce.RowID),
	reproduce.Shown(keyLambda, "λ", reproduce.Power, func(certificateResult) float64 { return certified.lambda }),
	reproduce.Shown("passes", "passes", whole, func(x certificateResult) float64 { return last(x.Pass) }),
	reproduce.Shown("objective", "P(w̄)", six, func(x certificateResult) float64 { return last(x.Objective) }),
	reproduce.Shown("optimum", "P*", six, func(x certificateResult) float64 { return x.Optimum }),
	reproduce.Shown("distance", "distance", brief, func(x certificateResult) float64 { return last(x.distance()) }),
	reproduce.Shown("gap", "gap", brief, func(x certificateResult) float64 { return last(x.Gap) }),
	reproduce.Shown("pass_of_gap_2e-4", "pass of gap ≤ 2e-4", reproduce.Right(func(r reproduce.Row, key string) string {
		return count(reproduce.Key[float64](key).In(r))
	}), func(x certificateResult) float64 { return x.Reached }),
	reproduce.Shown("excess", "excess", brief, func(x certificateResult) float64 { return x.Excess }),
	reproduce.Whole[certificateResult]("data", reproduce.Data),
}
