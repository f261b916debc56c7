package moments

import (
	"context"
	"slices"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/internal/vec"
	"github.com/proxlab/proxlab/toolkit/linalg"
)

// aroundSparse is a point near the means of targets n×k, and 0 for d sparse features: these stay as they are.
func aroundSparse(y []float64, d, k int) []float64 {
	at := make([]float64, d+k)
	for i := 0; i < len(y); i += k {
		floats.AddScaled(at[d:], float64(k)/float64(len(y)), y[i:i+k])
	}
	return at
}

// sparseBlock is how many examples are summed up at a time: the fewer, the less is rounded.
const sparseBlock = 512

// sparseGram are the sums of moments (Of) of one target about a number and of sparse features about 0, as they are, and
// how many terms they have.
func sparseGram(
	ctx context.Context, x linalg.Rows, y []float64, about float64, c []float64, rows []int,
) (gram []float64, terms int) {
	n, d := x.Dims()
	if rows == nil {
		rows = vec.UpTo(n)
	}
	if n = len(rows); c == nil {
		c = slices.Repeat([]float64{1}, n)
	}
	size := d + 2
	gram = make([]float64, size*size)
	part := make([]float64, size*size)
	products, sums := part[d*size:(d+1)*size], part[(d+1)*size:]
	for lo := 0; lo < n && ctx.Err() == nil; lo += sparseBlock {
		hi := min(n, lo+sparseBlock)
		linalg.AddGramOfSome(part, size, x, rows[lo:hi], c[lo:hi])
		for k, i := range rows[lo:hi] {
			weight, v := c[lo+k], y[i]-about
			x.AddRow(products[:d], weight*v, i)
			x.AddRow(sums[:d], weight, i)
			products[d] += weight * v * v
			sums[d] += weight * v
			sums[d+1] += weight
		}
		floats.Add(gram, part)
		clear(part)
	}
	for i := range size {
		for j := range i {
			if i < d {
				gram[i*size+j] = gram[j*size+i]
			} else {
				gram[j*size+i] = gram[i*size+j]
			}
		}
	}
	return gram, min(n, sparseBlock+n/sparseBlock+1)
}
