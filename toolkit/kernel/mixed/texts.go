package mixed

import (
	"context"
	"math"
	"slices"
	"strings"

	"github.com/proxlab/proxlab/toolkit/linalg"
)

// ofTexts is the inner product of counts of what texts have, pieces by weight.
type ofTexts struct {
	word   string
	column string
	pieces func(text string, count func(piece string, weight float64))
}

// features are counts of pieces, as rows of one dictionary for all texts.
func (k *ofTexts) features(dictionary map[string]int32, texts []string) *linalg.CSR {
	ptr := []int{0}
	var columns []int32
	var values []float64
	for _, text := range texts {
		row := map[int32]float64{}
		k.pieces(text, func(piece string, weight float64) {
			at, known := dictionary[piece]
			if !known {
				at = int32(len(dictionary))
				dictionary[piece] = at
			}
			row[at] += weight
		})
		from := len(columns)
		for at := range row {
			columns = append(columns, at)
		}
		slices.Sort(columns[from:])
		for _, at := range columns[from:] {
			values = append(values, row[at])
		}
		ptr = append(ptr, len(columns))
	}
	return linalg.NewCSR(len(texts), len(dictionary), ptr, columns, values)
}

func (k *ofTexts) part(e Examples) []string { return e.Texts[slices.Index(e.TextColumns, k.column)] }

// Values are inner products, by texts that have a piece in common.
func (k *ofTexts) Values(ctx context.Context, x, z Examples) (*linalg.Dense, error) {
	dictionary := map[string]int32{}
	a := k.features(dictionary, k.part(x))
	b := k.features(dictionary, k.part(z))
	have := make([][]int32, len(dictionary)) // the rows of a that have a piece, and with what weight
	with := make([][]float64, len(dictionary))
	linalg.ForEach(a, func(i, j int, v float64) {
		have[j], with[j] = append(have[j], int32(i)), append(with[j], v)
	})
	out := linalg.NewDense(a.R, b.R, nil)
	row := make([]float64, a.R)
	for j := range b.R {
		if err := context.Cause(ctx); err != nil {
			return out, err
		}
		clear(row)
		for at := b.Ptr[j]; at < b.Ptr[j+1]; at++ {
			c, v := b.Col[at], b.Val[at]
			for n, i := range have[c] {
				row[i] += v * with[c][n]
			}
		}
		for i, v := range row {
			out.Data[i*b.R+j] = v
		}
	}
	return out, nil
}

// Diagonal are squared norms.
func (k *ofTexts) Diagonal(_ context.Context, x Examples) ([]float64, error) {
	a := k.features(map[string]int32{}, k.part(x))
	out := make([]float64, a.R)
	for i := range out {
		out[i] = a.DotRows(i, i)
	}
	return out, nil
}

// String is the kernel's word.
func (k *ofTexts) String() string { return k.word + "@" + k.column }

// runs are so many letters, or words, that follow each other.
//
// Source: Leslie, Eskin, Noble, The Spectrum Kernel, PSB 2002.
func runs(length int, split func(string) []string, between string) func(string, func(string, float64)) {
	return func(text string, count func(string, float64)) {
		parts := split(text)
		for i := 0; i+length <= len(parts); i++ {
			count(strings.Join(parts[i:i+length], between), 1)
		}
	}
}

// gapDecay is what a gap of one letter multiplies the weight of a piece by.
const gapDecay = 0.5

// gapped are so many letters, or words, in order, the first and the last of them at most gaps farther apart than in a
// substring, of the weight ½ for each.
//
// Source: Lodhi, Saunders, Shawe-Taylor, Cristianini, Watkins, Text Classification Using String Kernels, JMLR 2002,
// with a limit of the gaps.
func gapped(length, gaps int, split func(string) []string, between string) func(string, func(string, float64)) {
	return func(text string, count func(string, float64)) {
		parts := split(text)
		piece := make([]string, 0, length)
		var grow func(at, first int)
		grow = func(at, first int) {
			piece = append(piece, parts[at])
			defer func() { piece = piece[:len(piece)-1] }()
			if len(piece) == length {
				count(strings.Join(piece, between), math.Pow(gapDecay, float64(at-first+1-length)))
				return
			}
			for next := at + 1; next < len(parts) && next-first < length+gaps; next++ {
				grow(next, first)
			}
		}
		for i := range parts {
			grow(i, i)
		}
	}
}

// letters are those of a text.
func letters(text string) []string { return strings.Split(text, "") }
