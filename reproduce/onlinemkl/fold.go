package onlinemkl

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"sync"

	"github.com/proxlab/proxlab/datasets/dataset"
	"github.com/proxlab/proxlab/toolkit/kernel"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/structured"
)

// fold is one split of the data: trained on one of the ten folds and tested on the other nine, as the paper does. Gram
// matrices of the training letters are made when first asked for and kept.
type fold struct {
	data        *dataset.OCR
	train, test set
	h           float64 // width of the spline

	mu    sync.Mutex
	grams map[string]linalg.Gram
}

// set is some words of a data set with their letters' pixels and labels.
type set struct {
	words     []dataset.Word
	sequences structured.Sequences
	pixels    *linalg.Bits
}

// split returns the fold to train on trainOn; see redrawn for those from 10 on.
func split(data *dataset.OCR, trainOn int) *fold {
	data, trainOn = redrawn(data, trainOn/dataset.OCRFolds), trainOn%dataset.OCRFolds
	var others []int
	for k := range dataset.OCRFolds {
		if k != trainOn {
			others = append(others, k)
		}
	}
	f := &fold{data: data, train: newSet(data, trainOn), test: newSet(data, others...), grams: map[string]linalg.Gram{}}
	f.h = splineWidth(f.train.pixels)
	return f
}

// redrawn returns the data with words dealt to ten folds anew, as many to each as before; words stay in the file's
// order. The 0-th partition is that of the file. Folds 10 k, …, 10 k + 9 are those of the k-th.
func redrawn(data *dataset.OCR, partition int) *dataset.OCR {
	if partition == 0 {
		return data
	}
	out := *data
	out.Words = slices.Clone(data.Words)
	for i, from := range rand.New(rand.NewPCG(uint64(partition), 0)).Perm(len(data.Words)) {
		out.Words[i].Fold = data.Words[from].Fold
	}
	return &out
}

func newSet(data *dataset.OCR, folds ...int) set {
	s := set{words: data.InFolds(folds...)}
	pixels, start, labels := data.Sequences(s.words)
	s.pixels, s.sequences = pixels, structured.Sequences{Start: start, Y: labels, Labels: dataset.OCRLabels}
	return s
}

// splineWidth returns the 5 % quantile of the distances between different letters. Distances of binary vectors are
// roots of whole numbers, so that a histogram of their squares has it exactly.
func splineWidth(x *linalg.Bits) float64 {
	histogram := make([]int, 2*x.C+1)
	ones := make([]int, x.R)
	for i := range ones {
		ones[i] = x.Ones(i)
	}
	dots := make([]uint16, x.R)
	for i := range x.R {
		x.Dots(dots, i, x)
		for j, dot := range dots[:i] {
			histogram[ones[i]+ones[j]-2*int(dot)]++
		}
	}
	below, limit := 0, x.R*(x.R-1)/2/20
	for squared, n := range histogram {
		if below += n; below > limit {
			return math.Sqrt(float64(max(1, squared)))
		}
	}
	return 1 // no two letters
}

// gram returns the source's Gram matrix of the training letters.
func (f *fold) gram(ctx context.Context, s source) (linalg.Gram, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if g, ok := f.grams[s.id]; ok {
		return g, nil
	}
	table := f.table(s)
	var (
		g   linalg.Gram
		err error
	)
	if s.form == sparse {
		g, err = table.SparseGram(ctx, f.train.pixels)
	} else {
		g, err = table.Gram(ctx, f.train.pixels)
	}
	if err != nil {
		return nil, err
	}
	f.grams[s.id] = g
	return g, nil
}

// table returns the source's kernel, tabulated.
func (f *fold) table(s source) *kernel.Binary {
	return kernel.NewBinary(kernel.Scaled{C: s.weight, Of: s.of(f.h)}, dataset.LetterPixels)
}

// features returns the explicit features of the normalized linear kernel at a weight: √weight·x/‖x‖, sparse.
func features(x *linalg.Bits, weight float64) *linalg.CSR {
	out := &linalg.CSR{R: x.R, C: x.C, Ptr: make([]int, 1, x.R+1)}
	for i := range x.R {
		v := math.Sqrt(weight / float64(max(1, x.Ones(i))))
		for j := range x.C {
			if x.Row(i)[j/64]>>(j%64)&1 == 1 {
				out.Col, out.Val = append(out.Col, int32(j)), append(out.Val, v)
			}
		}
		out.Ptr = append(out.Ptr, len(out.Col))
	}
	return out
}
