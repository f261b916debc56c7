package bundle

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"math"
	"math/rand/v2"
	"strconv"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/datasets"
	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/fit/measures"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/bundle"
)

// depth is the k of NDCG@k.
const depth = 10

// documents are those of queries, with degrees of relevance.
type documents struct {
	x     linalg.Map
	y     []float64
	query []int64
}

// loadDocuments reads the training and the test part of a registered set of rankings.
func loadDocuments(ctx context.Context, name string) (train, test documents, source datasets.Source, err error) {
	read := func(part string) (documents, error) {
		f, err := datasets.ReadFrame(ctx, "@"+name+part, datasets.FrameOptions{Keep: []string{"qid"}})
		if err != nil {
			return documents{}, err
		}
		out := documents{x: f.X, y: f.Y}
		for _, text := range f.Kept[0] {
			id, err := strconv.ParseInt(text, 10, 64)
			if err != nil {
				return out, fmt.Errorf("query %q of %s: %w", text, name, err)
			}
			out.query = append(out.query, id)
		}
		if part == "" {
			source = f.Source
		}
		return out, nil
	}
	if train, err = read(""); err != nil {
		return train, test, source, err
	}
	test, err = read(":test")
	return train, test, source, err
}

// QueriesConfig says how many queries a synthetic ranking has, with how many documents each, and of how many features.
type QueriesConfig struct {
	Queries, Documents, Features int
	Seed                         uint64
}

// drawDocuments draws documents whose relevance, 0 to 4, grows with a linear function of normal features and noise of
// three tenths of its deviation: half of them are irrelevant, a quarter are of degree 1, and so on.
func drawDocuments(c QueriesConfig) (train, test documents) {
	rng := rand.New(rand.NewPCG(c.Seed, 0x72616e6b))
	truth := make([]float64, c.Features)
	for j := range truth {
		truth[j] = rng.NormFloat64()
	}
	floats.Scale(1/floats.Norm(truth, 2), truth)
	deviation := math.Sqrt(1 + 0.3*0.3)
	draw := func() documents {
		n := c.Queries * c.Documents
		x := linalg.NewDense(n, c.Features, nil)
		out := documents{x: x, y: make([]float64, n), query: make([]int64, n)}
		for i := range n {
			score := 0.3 * rng.NormFloat64()
			row := x.Row(i)
			for j := range row {
				row[j] = rng.NormFloat64()
				score += truth[j] * row[j]
			}
			out.query[i] = int64(i/c.Documents + 1)
			for _, quantile := range []float64{0, 0.67, 1.15, 1.53} { // of the normal distribution: .5, .75, .875, .9375
				if score > quantile*deviation {
					out.y[i]++
				}
			}
		}
		return out
	}
	train = draw()
	return train, draw()
}

// checksum is that of drawn documents.
func (d documents) checksum() string {
	sum := sha256.New()
	fmt.Fprint(sum, d.x, d.y, d.query)
	return hex.EncodeToString(sum.Sum(nil))
}

// ndcg and pairs are the losses of rankings.
func ndcg(d documents) toolkit.Loss {
	return loss.NDCG{K: depth}.BindQueries(d.y, d.query, nil)
}

func pairs(d documents) toolkit.Loss {
	return loss.Pairwise{}.BindQueries(d.y, d.query, nil)
}

// risk is a loss over documents as a function of the weights.
func (d documents) risk(of func(documents) toolkit.Loss) bundle.Function {
	return bundle.Risk{Problem: solver.NewProblem(d.x, of(d), nil)}
}

// judge ranks the documents by weights: NDCG@10, the mean over queries with a relevant document.
func (d documents) judge(w []float64) float64 {
	scores := make([]float64, len(d.y))
	d.x.MulVec(scores, w)
	return measures.JudgeRanking(scores, d.y, d.query, depth).NDCG
}
