package datasets

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/proxlab/proxlab/datasets/array"
	"github.com/proxlab/proxlab/datasets/source"
	"github.com/proxlab/proxlab/toolkit/linalg"
)

// binarySpec says how a registered set becomes a two-class problem: which labels are positive, and which examples are
// held out for tests: files of their own, the rows from some number on, or a fifth drawn from a seed.
type binarySpec struct {
	entry    Entry
	classes  string
	positive func(label float64) bool
	test     int // the first of the files that hold test examples; 0 for a split
	rows     int // training examples are the first of so many rows; 0 for all
	counts   published
	read     func(ctx context.Context, file opener) (*array.Examples, error)
}

// opener lets read have file k of a part.
type opener func(k int, read func(r *source.Reader) error) error

// splitSeed draws the fifth of a set that is held out where the set has no test part.
const splitSeed = 1

// loadParts reads a set's training and test part, with the labels it has.
func (s binarySpec) loadParts(ctx context.Context) (train, test *array.Examples, source Source, err error) {
	s.entry = s.entry.Here()
	split := s.test
	if split == 0 {
		split = len(s.entry.Files)
	}
	train, sum, err := s.load(ctx, s.entry.Files[:split])
	if err != nil {
		return nil, nil, source, err
	}
	source = Source{Name: s.entry.Name, Kind: Real, SHA256: sum}
	if s.test > 0 {
		if test, _, err = s.load(ctx, s.entry.Files[split:]); err != nil {
			return nil, nil, source, err
		}
	}
	if !s.entry.Verifiable() {
		source.Kind, source.Doubt = Unverified, s.counts.doubt(train, test)
	}
	if s.test == 0 {
		train, test = holdOutFifth(train, splitSeed)
	}
	if s.rows > 0 && s.rows < train.X.R {
		train = rowsOf(train, 0, s.rows)
	}
	train.X.C = max(train.X.C, test.X.C)
	test.X.C = train.X.C
	return train, test, source, nil
}

// load reads the files of a part and checks them; the checksum is the first file's.
func (s binarySpec) load(ctx context.Context, files []source.File) (e *array.Examples, first string, err error) {
	e, err = s.read(ctx, func(k int, read func(r *source.Reader) error) error {
		sum, err := s.entry.Read(files[k], read)
		if k == 0 {
			first = sum
		}
		return err
	})
	return e, first, err
}

// twoClasses makes labels +1 and −1 of others. Both must occur.
func twoClasses(e *array.Examples, positive func(float64) bool) error {
	n := 0
	for i, y := range e.Y {
		e.Y[i] = -1
		if positive(y) {
			e.Y[i] = 1
			n++
		}
	}
	if n == 0 || n == len(e.Y) {
		return fmt.Errorf("%d of %d examples are of the positive class: two classes are needed", n, len(e.Y))
	}
	return nil
}

// rowsOf views the examples lo ≤ i < hi.
func rowsOf(e *array.Examples, lo, hi int) *array.Examples {
	return &array.Examples{Source: e.Source, X: linalg.ToCSR(linalg.RowRange(e.X, lo, hi)), Y: e.Y[lo:hi]}
}

// holdOutFifth draws a fifth of the examples, rounded up, for tests; the others stay in order.
func holdOutFifth(e *array.Examples, seed uint64) (train, test *array.Examples) {
	order := rand.New(rand.NewPCG(seed, 0)).Perm(e.X.R)
	k := (e.X.R + 4) / 5
	in, out := order[k:], order[:k]
	slices.Sort(in)
	slices.Sort(out)
	return e.Pick(in), e.Pick(out)
}
