package generate

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"

	"github.com/proxlab/proxlab/datasets/dataset"
	"github.com/proxlab/proxlab/datasets/source"
)

// HandwritingConfig describes synthetic handwriting. Equal configs give equal sets, bit for bit, on one architecture.
type HandwritingConfig struct {
	Words   int     // number of words, spread evenly over ten folds
	Writers int     // number of styles; a writer's words all lie in one fold
	Noise   float64 // chance that a pixel at the edge of the ink flips
	Seed    uint64
}

// DefaultHandwriting is the embedded default: 1,500 words, about 10,000 letters.
var DefaultHandwriting = HandwritingConfig{Words: 1500, Writers: 150, Noise: 0.18, Seed: 1}

// vocabulary holds English words as long as those of the OCR set, which lack their first letter, a capital.
var vocabulary = strings.Fields(`
	act among analysis ancient around basic become between breadth careful century children climbing coast command
	compass complex counting crossing curious descent discover distance duality eight energy examine extremely family
	figure forward fragment gather gradient harvest helpful hollow imagine infinite inquiry journey judgement keeping
	kernel knowledge language learning liquid mathematics maximize measure narrow number object optimize ordinary pattern
	perfect question quickly quiz random reflexive remember sequence sharpen sixty solution sparse structure texture
	thousand unique vanish velocity volume waveform weather wizard xylophone yellow yonder zigzag zone`)

// style is how one writer writes.
type style struct {
	font         int
	shear, turn  float64 // slant, and rotation in radians
	wide, tall   float64 // scale
	weight       float64 // share of a pixel that must be covered to be ink: small is bold
	wave, tremor float64 // amplitude of the bending of strokes, in pixels; unsteadiness from letter to letter
}

// Handwriting generates words in the format of the OCR set: outlines of the Go fonts (BSD licence), slanted, turned,
// stretched and bent in the style of a writer, drawn at 16 × 8 pixels, with noise at the edge of the ink.
func Handwriting(ctx context.Context, c HandwritingConfig) (*dataset.OCR, error) {
	if c.Words < dataset.OCRFolds || c.Writers < dataset.OCRFolds || c.Noise < 0 || c.Noise > 1 {
		return nil, fmt.Errorf("handwriting needs at least %d words and writers and a noise between 0 and 1, not %+v",
			dataset.OCRFolds, c)
	}
	glyphs := unpackGlyphs()
	rng := rand.New(rand.NewPCG(c.Seed, 0x68616e64))
	styles := make([]style, c.Writers)
	for i := range styles {
		styles[i] = style{
			font:  rng.IntN(len(glyphs)),
			shear: 0.12 + 0.22*rng.NormFloat64(), turn: 0.07 * rng.NormFloat64(),
			wide: math.Exp(0.15 * rng.NormFloat64()), tall: math.Exp(0.1 * rng.NormFloat64()),
			weight: 0.2 + 0.3*rng.Float64(),
			wave:   0.3 + 0.5*rng.Float64(), tremor: 0.5 + rng.Float64(),
		}
	}
	o := &dataset.OCR{}
	for i := range c.Words {
		if err := context.Cause(ctx); err != nil {
			return nil, err
		}
		writer := i % c.Writers
		w := dataset.Word{ID: i + 1, Fold: writer % dataset.OCRFolds, Start: len(o.Letters)}
		for _, r := range vocabulary[rng.IntN(len(vocabulary))] {
			label := int(r - 'a')
			o.Letters = append(o.Letters, dataset.Letter{
				Bits:  write(glyphs[styles[writer].font][label], styles[writer], c.Noise, rng),
				Label: label,
			})
		}
		w.End = len(o.Letters)
		o.Words = append(o.Words, w)
	}
	h := sha256.New()
	if err := dataset.WriteOCR(h, o); err != nil {
		return nil, err
	}
	o.Source = source.Generated("handwriting", hex.EncodeToString(h.Sum(nil)))
	return o, nil
}

// write draws one letter in a style.
func write(g outline, s style, noise float64, rng *rand.Rand) [2]uint64 {
	jitter := func(size float64) float64 { return size * s.tremor * rng.NormFloat64() }
	shear, turn := s.shear+jitter(0.06), s.turn+jitter(0.04)
	sin, cos := math.Sincos(turn)
	wide, tall := s.wide*math.Exp(jitter(0.06)), s.tall*math.Exp(jitter(0.05))
	dx, dy := jitter(0.3), jitter(0.3)
	wave, phase, freq := s.wave*(1+jitter(0.2)), 2*math.Pi*rng.Float64(), 0.25+0.2*rng.Float64()
	const rows = 16.5 // pixels to the em
	width := min(1, (dataset.LetterCols-0.6)/(rows*g.width*wide))
	coverage := rasterize(g, func(x, y float64) (float64, float64) {
		u, v := (x-g.width/2)*rows*wide*width, (y+0.27)*rows*tall // y is down, 0 at the baseline
		u -= shear * v * 0.6
		u, v = u*cos-v*sin, u*sin+v*cos
		u += wave * math.Sin(freq*v+phase)
		v += 0.6 * wave * math.Sin(freq*u+1.7*phase)
		return u + dataset.LetterCols/2 + dx, v + dataset.LetterRows/2 + dy
	})
	var bits [2]uint64
	for p, c := range coverage {
		ink := c > s.weight
		if c > 0.02 && c < 0.98 && rng.Float64() < noise {
			ink = !ink
		}
		if ink {
			bits[p/64] |= 1 << (p % 64)
		}
	}
	return bits
}
