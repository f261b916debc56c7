package structured

import (
	"context"
	"math"
)

// Alternatives are the trees of a sentence beside the best.
type Alternatives struct {
	Best []ScoredTree // the k best, the best first; fewer where there are no more
	// Arcs are the probabilities of all arcs under p(y) ∝ exp(score(y)), laid out as TreeScores has them: over
	// all trees, those with crossing arcs too. Scores that were learnt by margins are not probabilities of being right.
	Arcs []float64
}

// Margin is what the score of the best tree is above that of the second; +Inf where there is one tree.
func (a *Alternatives) Margin() float64 {
	if len(a.Best) < 2 {
		return math.Inf(1)
	}
	return a.Best[0].Score - a.Best[1].Score
}

// Posterior is the probability of the arc from a head, a word from 1 or the root, 0, to a word from 1.
func (a *Alternatives) Posterior(head, word int) float64 {
	n := len(a.Best[0].Heads)
	return a.Arcs[(word-1)*(n+1)+head]
}

// Find finds the k best trees by a decoder, and the probabilities of arcs.
func (a *Alternatives) Find(ctx context.Context, d TreeDecoder, s *TreeScores, k int) (err error) {
	a.Arcs = make([]float64, len(s.Arc))
	new(MatrixTree).Marginals(a.Arcs, s)
	a.Best, err = BestTrees(ctx, d, s, k)
	return err
}
