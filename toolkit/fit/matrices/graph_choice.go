package matrices

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"

	"github.com/proxlab/proxlab/toolkit/linalg"
)

// LogLikelihood is the mean over examples of the log-likelihood of normal variables with this precision, but for a
// constant, (log det X − ⟨S, X⟩)/2, for the covariances S of any examples.
func (g *Graph) LogLikelihood(s *linalg.Dense) float64 {
	return (g.LogDet - floats.Dot(s.Data, g.Precision.Data)) / 2
}

// EBIC is the extended Bayesian information criterion of a graph with |E| edges of d variables,
//
//	−2nℓ + |E| log n + 4γ|E| log d,      0 ≤ γ ≤ 1,
//
// of which the least is best: BIC for γ = 0, and sparser for larger γ, of which ½ is usual.
//
// Source: Foygel and Drton, Extended Bayesian Information Criteria for Gaussian Graphical Models, NIPS 2010, (2).
func (g *Graph) EBIC(gamma float64) float64 {
	edges, n := float64(len(g.Edges())), float64(g.Examples)
	return -2*n*g.LogLikelihood(g.S) + edges*(math.Log(n)+4*gamma*math.Log(float64(g.S.R)))
}

// Least is the graph of a path with the least EBIC.
func Least(path []*Graph, gamma float64) *Graph {
	var best *Graph
	for _, g := range path {
		if best == nil || g.EBIC(gamma) < best.EBIC(gamma) {
			best = g
		}
	}
	return best
}

// Folds are the mean log-likelihoods of held-out examples at each λ, of k folds drawn by a seed, with their standard
// errors over folds. Covariances of what is held out are about the means of what was learnt from; with Correlations
// variables are scaled before, all together.
func (c GraphicalLasso) Folds(
	ctx context.Context, x linalg.Map, lambdas []float64, k int, seed uint64,
) (mean, deviation []float64, err error) {
	n, d := x.Dims()
	if k < 2 || n < 2*k {
		return nil, nil, fmt.Errorf("%d folds of %d examples: two folds of two examples are the least", k, n)
	}
	all, err := Covariances(x, false)
	if err != nil {
		return nil, nil, err
	}
	scaled := linalg.ToDense(x)
	if c.Correlations {
		scaled = linalg.NewDense(n, d, append([]float64(nil), scaled.Data...))
		for i := range scaled.Data {
			scaled.Data[i] /= math.Sqrt(all.At(i%d, i%d))
		}
	}
	order := rand.New(rand.NewPCG(seed, 1)).Perm(n)
	values := make([][]float64, len(lambdas))
	for fold := range k {
		var kept, held []int
		for at, i := range order {
			if at%k == fold {
				held = append(held, i)
			} else {
				kept = append(kept, i)
			}
		}
		train, test := linalg.ToDense(linalg.SelectRows(scaled, kept)), linalg.ToDense(linalg.SelectRows(scaled, held))
		s, err := Covariances(train, false)
		if err != nil {
			return nil, nil, fmt.Errorf("without the examples of fold %d, %w", fold+1, err)
		}
		path, err := c.pathOf(ctx, s, len(kept), lambdas, 0)
		if err != nil {
			return nil, nil, err
		}
		other := about(test, means(train))
		for l, g := range path {
			values[l] = append(values[l], g.LogLikelihood(other))
		}
	}
	for _, v := range values {
		m, sd := stat.MeanStdDev(v, nil)
		mean, deviation = append(mean, m), append(deviation, sd/math.Sqrt(float64(k)))
	}
	return mean, deviation, nil
}

// Stability is the share of random halves of the examples, 50 for draws = 0, whose graph at Lambda has an edge, for
// each pair of variables: edges that are in most of them are not of chance.
//
// Source: Meinshausen and Bühlmann, Stability Selection, J. R. Stat. Soc. B 2010.
func (c GraphicalLasso) Stability(ctx context.Context, x linalg.Map, draws int, seed uint64) (*linalg.Dense, error) {
	n, d := x.Dims()
	draws = cmp.Or(draws, 50)
	if n < 4 || draws < 1 {
		return nil, fmt.Errorf("%d draws of halves of %d examples: one draw and four examples are the least", draws, n)
	}
	rng := rand.New(rand.NewPCG(seed, 2))
	share := linalg.NewDense(d, d, nil)
	for range draws {
		g, err := c.Fit(ctx, linalg.SelectRows(x, rng.Perm(n)[:n/2]))
		if err != nil {
			return nil, fmt.Errorf("of half of the examples: %w", err)
		}
		for _, e := range g.Edges() {
			share.Data[e.I*d+e.J] += 1 / float64(draws)
			share.Data[e.J*d+e.I] = share.Data[e.I*d+e.J]
		}
	}
	return share, nil
}
