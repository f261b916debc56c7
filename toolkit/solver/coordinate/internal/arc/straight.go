package arc

import "math"

// First is the part of a step at which the first block becomes 0, or turns away from where it was; 1 where none does
// before its end. Index i of blocks and step is weight at[i].
func First(blocks []Block, at []int, w, step []float64) float64 {
	first := 1.
	for _, b := range blocks {
		if square, along := turn(b, at, w, step); -along >= square {
			first = math.Min(first, -square/along)
		}
	}
	return first
}

// turn is ‖w_g‖² and ⟨w_g, d_g⟩.
func turn(b Block, at []int, w, step []float64) (square, along float64) {
	for i := b.From; i < b.To; i++ {
		v := w[at[i]]
		square += v * v
		along += v * step[i]
	}
	return square, along
}

// Part is a part of a step ahead of weights; blocks that turn away before stop at 0.
func Part(blocks []Block, at []int, w, step []float64, part float64) []float64 {
	out := append([]float64(nil), w...)
	for i, v := range step {
		out[at[i]] += part * v
	}
	for _, b := range blocks {
		if square, along := turn(b, at, w, step); square+part*along <= 1e-14*square {
			for i := b.From; i < b.To; i++ {
				out[at[i]] = 0
			}
		}
	}
	return out
}
