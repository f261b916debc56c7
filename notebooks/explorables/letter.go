package explorables

import (
	"context"
	_ "embed"
	"encoding/binary"
	"errors"
	"math"
	"sync"

	"github.com/proxlab/proxlab/datasets/dataset"
	"github.com/proxlab/proxlab/figures/explore"
	"github.com/proxlab/proxlab/toolkit/fit/structures"
	"github.com/proxlab/proxlab/toolkit/kernel"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/model"
)

// Letter reads what the reader draws, by learned kernels, and shows how much each has its say. It has learned from the
// synthetic handwriting alone.
var Letter = explore.Explorable{
	Name: "explore-letter", Title: "Draw a small letter, and see it read",
	Subtitle: "learned in this page from 572 letters of synthetic handwriting: outlines of fonts, slanted and bent",
	Controls: []explore.Control{
		{
			Kind: explore.Pad, Name: "letter", Label: "draw one small letter, a to z, by mouse, finger or pen",
			Strokes: startLetter,
		},
	},
	Answer: answerLetter,
}

var letterKernels = []string{"linear", "quadratic", "Gaussian"}

// startLetter is an n.
var startLetter = [][]explore.Point{{
	{0.3, 0.35}, {0.32, 0.7}, {0.32, 0.5}, {0.4, 0.38}, {0.5, 0.35}, {0.6, 0.42}, {0.62, 0.55}, {0.64, 0.7},
}}

// Pictures are 16 × 8, the ink as large as fits, with soft edges: pixels of lines that are a little elsewhere overlap.
const letterRows, letterCols = dataset.LetterRows, dataset.LetterCols

// ink is a set of dots of ink, anywhere.
type ink [][2]float64

// picture is the ink as large as fits; nil where there is none.
func (k ink) picture() []float64 {
	if len(k) == 0 {
		return nil
	}
	lo, hi := k[0], k[0]
	for _, p := range k {
		for c := range p {
			lo[c], hi[c] = min(lo[c], p[c]), max(hi[c], p[c])
		}
	}
	const soft = 0.8 // pixels
	scale := min((letterCols-1)/max(hi[0]-lo[0], 1e-9), (letterRows-1)/max(hi[1]-lo[1], 1e-9))
	out := make([]float64, letterRows*letterCols)
	for _, p := range k {
		x := (letterCols-1)/2. + scale*(p[0]-(lo[0]+hi[0])/2)
		y := (letterRows-1)/2. + scale*(p[1]-(lo[1]+hi[1])/2)
		for r := max(0, int(y)-2); r <= min(letterRows-1, int(y)+3); r++ {
			for c := max(0, int(x)-2); c <= min(letterCols-1, int(x)+3); c++ {
				at := &out[r*letterCols+c]
				*at = max(*at, math.Exp(-((x-float64(c))*(x-float64(c))+(y-float64(r))*(y-float64(r)))/(2*soft*soft)))
			}
		}
	}
	return out
}

// inkOf are the dots of strokes, close to one another, as of a pen that is a tenth as wide as the letter is high.
func inkOf(strokes [][]explore.Point) (out ink) {
	const apart, wide, around = 0.01, 0.03, 6
	lo, hi := 1., 0.
	for _, s := range strokes {
		for _, p := range s {
			lo, hi = min(lo, p[1]), max(hi, p[1])
		}
	}
	for _, s := range strokes {
		for i, p := range s {
			q := s[max(0, i-1)]
			steps := int(math.Hypot(p[0]-q[0], p[1]-q[1])/apart) + 1
			for k := range steps * around {
				part := float64(k/around+1) / float64(steps)
				sin, cos := math.Sincos(2 * math.Pi * float64(k%around) / around)
				r := wide * (hi - lo)
				out = append(out, [2]float64{q[0] + part*(p[0]-q[0]) + r*cos, q[1] + part*(p[1]-q[1]) + r*sin})
			}
		}
	}
	return out
}

// letters are 22 of each label from the synthetic handwriting: two words of pixels and a label each, in 17 bytes. A
// test makes them anew.
//
//go:embed letters.bin
var letters []byte

const letterBytes = 17

// learned is the model, which the page trains when it is first asked.
var learned = sync.OnceValues(func() (*model.Chain, error) {
	count := len(letters) / letterBytes
	x := linalg.NewDense(count, letterRows*letterCols, nil)
	data := structures.Sequences{X: x, Labels: dataset.OCRLabels, Start: []int{0}}
	for i := range count {
		at := letters[i*letterBytes:]
		l := dataset.Letter{Label: int(at[16])}
		l.Bits[0], l.Bits[1] = binary.LittleEndian.Uint64(at), binary.LittleEndian.Uint64(at[8:])
		copy(x.Row(i), inkOfLetter(l).picture())
		data.Y, data.Start = append(data.Y, l.Label), append(data.Start, i+1)
	}
	return structures.Chain{
		Kernels: []kernel.Kernel{
			kernel.UnitDiagonal{Of: kernel.Linear{}}, kernel.UnitDiagonal{Of: kernel.Quadratic{Offset: 1}},
			kernel.Gaussian{Variance: 5},
		},
		Lambda: 0.01 / float64(count), NoTransitions: true, Epochs: 3, Average: true, Shuffle: true, Seed: 1,
	}.Fit(context.Background(), data)
})

// inkOfLetter are the dark pixels.
func inkOfLetter(l dataset.Letter) (k ink) {
	for p := range letterRows * letterCols {
		if l.Pixel(p) != 0 {
			k = append(k, [2]float64{float64(p % letterCols), float64(p / letterCols)})
		}
	}
	return k
}

func answerLetter(ctx context.Context, v explore.Values) (a explore.Answer, err error) {
	m, err := learned()
	if err != nil {
		return a, err
	}
	pixels := inkOf(v.Strokes["letter"]).picture()
	if pixels == nil {
		return a, errors.New("draw a letter")
	}
	read, err := m.Predict(ctx, linalg.NewDense(1, len(pixels), pixels), []int{0, 1})
	if err != nil {
		return a, err
	}
	a.Said = []string{"read as " + string(rune('a'+read[0]))}
	beta := explore.Series{Name: "β", Dots: true, X: []float64{0, 1, 2}, Y: m.Beta()[:len(letterKernels)]}
	a.Columns = 2
	a.Panels = []explore.Panel{
		{
			Title: "what the kernels see", X: explore.Axis{Min: -1, Max: letterCols, Bare: true},
			Y: explore.Axis{Min: -letterRows, Max: 1, Bare: true}, Equal: true, Series: shades(pixels),
		},
		{
			Title: "the say of each kernel", X: explore.Axis{Names: letterKernels},
			Y: explore.Axis{Label: "β, its share of the norms", Min: 0, Max: 1}, Series: []explore.Series{beta},
		},
	}
	return a, nil
}

// shades are the pixels that the kernels see, in two strengths, and the frame of the picture.
func shades(pixels []float64) []explore.Series {
	out := []explore.Series{
		{Name: "ink", Color: 7, Cells: true}, {Name: "its edge", Color: 6, Cells: true}, {
			Color: 6, X: []float64{-0.6, letterCols - 0.4, letterCols - 0.4, -0.6, -0.6},
			Y: []float64{0.6, 0.6, 0.4 - letterRows, 0.4 - letterRows, 0.6},
		},
	}
	for p, v := range pixels {
		k := 0
		switch {
		case v < 0.3:
			continue
		case v < 0.75:
			k = 1
		}
		out[k].X, out[k].Y = append(out[k].X, float64(p%letterCols)), append(out[k].Y, -float64(p/letterCols))
	}
	return out
}
