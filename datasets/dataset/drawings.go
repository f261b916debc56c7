package dataset

import (
	"math/rand/v2"

	"github.com/proxlab/proxlab/datasets/source"
	"github.com/proxlab/proxlab/toolkit/linalg"
)

// Drawings are pictures of several classes: row i of X is a picture of Side × Side shares of ink, of class Y[i].
type Drawings struct {
	Source source.Source
	X      *linalg.Dense
	Y      []int
	Side   int
	Names  []string // of the classes: alphabet/character
}

// Split divides the drawings. Of each class, in a random order drawn from seed, the first train drawings are for
// training and the next test drawings for tests. Only classes with numbers below classes are taken; 0 takes all.
func (d *Drawings) Split(train, test, classes int, seed uint64) *Classes {
	if classes == 0 || classes > len(d.Names) {
		classes = len(d.Names)
	}
	byClass := make([][]int, classes)
	for i, y := range d.Y {
		if y < classes {
			byClass[y] = append(byClass[y], i)
		}
	}
	rng := rand.New(rand.NewPCG(seed, 17))
	out := &Classes{Source: d.Source, K: classes}
	out.Train.X, out.Test.X = &linalg.Dense{C: d.X.C}, &linalg.Dense{C: d.X.C}
	for y, members := range byClass {
		for place, k := range rng.Perm(len(members)) {
			part := &out.Train
			if place >= train {
				part = &out.Test
			}
			if place < train+test {
				part.X.Data = append(part.X.Data, d.X.Row(members[k])...)
				part.X.R++
				part.Y = append(part.Y, y)
			}
		}
	}
	return out
}
