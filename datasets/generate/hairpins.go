package generate

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"math/rand/v2"

	"github.com/proxlab/proxlab/datasets/rnafiles"
	"github.com/proxlab/proxlab/datasets/source"
	"github.com/proxlab/proxlab/toolkit/structured/rna"
)

// HairpinsConfig says how many RNAs there are, and how long.
type HairpinsConfig struct {
	Count, Least, Most int
	Seed               uint64
}

// DefaultHairpins are as many as folding takes about a hundredth of a second for.
var DefaultHairpins = HairpinsConfig{Count: 100, Least: 20, Most: 60, Seed: 1}

// Hairpins generates RNAs of one or several helices side by side, of 3 to 7 pairs each with a bulge now and then,
// around loops of 3 to 8 bases. Pairs are CG more often than AU, and seldom GU; bases without partner are A more
// often than others. It is no model of evolution: it is there to try methods of learning on.
func Hairpins(ctx context.Context, c HairpinsConfig) (*rnafiles.RNAs, error) {
	if c.Count < 1 || c.Least < 1 || c.Most < c.Least {
		return nil, errors.New("there must be one RNA or more, of one base or more")
	}
	rng := rand.New(rand.NewPCG(c.Seed, 151))
	out, sum := &rnafiles.RNAs{}, sha256.New()
	for k := range c.Count {
		if err := context.Cause(ctx); err != nil {
			return nil, err
		}
		e := hairpins(rng, c.Least+rng.IntN(c.Most-c.Least+1))
		e.Name = fmt.Sprintf("hairpins %d", k+1)
		out.Examples = append(out.Examples, e)
		fmt.Fprintln(sum, e.X, e.Y)
	}
	out.Source = source.Generated("hairpins", hex.EncodeToString(sum.Sum(nil)))
	return out, nil
}

// hairpins is an RNA of n bases.
func hairpins(rng *rand.Rand, n int) rna.Example {
	e := rna.Example{X: make(rna.Sequence, n), Y: make(rna.Structure, n)}
	for i := range n {
		e.X[i], e.Y[i] = loneBase(rng), -1
	}
	for at := rng.IntN(4); ; {
		pairs, loop := 3+rng.IntN(5), 3+rng.IntN(6)
		bulge := -1
		if rng.IntN(3) == 0 {
			bulge = 1 + rng.IntN(pairs-1)
		}
		i, j := at, at+2*pairs+loop-1
		if bulge > 0 {
			j++
		}
		if j >= n {
			return e
		}
		at = j + 1 + rng.IntN(4)
		for k := range pairs {
			if k == bulge {
				i++
			}
			e.X[i], e.X[j] = pairedBases(rng)
			e.Y[i], e.Y[j] = j, i
			i, j = i+1, j-1
		}
	}
}

// loneBase is a base without partner.
func loneBase(rng *rand.Rand) rna.Base {
	return []rna.Base{rna.A, rna.A, rna.A, rna.U, rna.U, rna.G, rna.C}[rng.IntN(7)]
}

// pairedBases are two that pair, in either order.
func pairedBases(rng *rand.Rand) (x, y rna.Base) {
	switch k := rng.IntN(10); {
	case k < 6:
		x, y = rna.C, rna.G
	case k < 9:
		x, y = rna.A, rna.U
	default:
		x, y = rna.G, rna.U
	}
	if rng.IntN(2) == 0 {
		return y, x
	}
	return x, y
}
