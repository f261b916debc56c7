package rna

import (
	"context"
	"math"
)

// FoldGiven is FoldUntil with evidence, which is in the score. A constraint that no structure meets is ErrNoStructure.
func (f *Folder) FoldGiven(ctx context.Context, x Sequence, given Evidence) (Structure, float64, error) {
	k, err := given.known(x)
	if err != nil {
		return nil, math.NaN(), err
	}
	f.s, f.away, f.given = f.plain, 0, k
	y, _, err := f.fold(ctx, x, nil)
	if err != nil {
		return nil, math.NaN(), err
	}
	if k != nil && !k.met(y) {
		return nil, math.NaN(), ErrNoStructure
	}
	return y, f.score(x, y), nil
}

// score is that of a structure, with the evidence.
func (f *Folder) score(x Sequence, y Structure) (sum float64) {
	CountExtended(x, y, func(feature int, count float64) {
		if feature < len(f.weights) {
			sum += count * f.weights[feature]
		}
	})
	for i, j := range y {
		if j < 0 {
			sum += f.given.alone(i)
		}
	}
	return sum
}
