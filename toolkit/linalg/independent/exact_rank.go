package independent

import (
	"math"
	"math/bits"

	"github.com/proxlab/proxlab/toolkit/linalg"
)

// ExactRank is the rank of a matrix as its entries stand, without rounding: that over the integers modulo the prime
// 2⁶¹ − 1, by Gaussian elimination. It is never more than the rank, and less with a probability of about 10⁻¹⁸ for each
// of its pivots. It takes r·c·rank multiplications. It panics for maps that are no Entries; entries must be finite.
func ExactRank(a linalg.Map) int {
	r, c := a.Dims()
	rows := make([][]uint64, r)
	for i := range rows {
		rows[i] = make([]uint64, c)
	}
	linalg.ForEach(a, func(i, j int, v float64) { rows[i][j] = residue(v) })
	rank := 0
	for j := 0; j < c && rank < r; j++ {
		at := rank
		for at < r && rows[at][j] == 0 {
			at++
		}
		if at == r {
			continue
		}
		rows[rank], rows[at] = rows[at], rows[rank]
		pivot := rows[rank]
		inverse := power(pivot[j], mersenne-2)
		for _, row := range rows[rank+1:] {
			if row[j] == 0 {
				continue
			}
			share := mersenne - times(row[j], inverse)
			for k := j; k < c; k++ {
				row[k] = reduce(row[k] + times(share, pivot[k]))
			}
		}
		rank++
	}
	return rank
}

// mersenne is the prime, modulo which 2⁶¹ is 1.
const mersenne = 1<<61 - 1

func reduce(v uint64) uint64 {
	v = v&mersenne + v>>61
	if v >= mersenne {
		v -= mersenne
	}
	return v
}

func times(a, b uint64) uint64 {
	hi, lo := bits.Mul64(a, b)
	return reduce(lo&mersenne + (hi<<3 | lo>>61))
}

func power(a, n uint64) uint64 {
	out := uint64(1)
	for ; n > 0; n >>= 1 {
		if n&1 == 1 {
			out = times(out, a)
		}
		a = times(a, a)
	}
	return out
}

// residue is a number m·2^e modulo the prime, where 2^e is 2^(e mod 61).
func residue(v float64) uint64 {
	fraction, exponent := math.Frexp(math.Abs(v))
	out := reduce(uint64(math.Ldexp(fraction, 53)))
	shift := ((exponent-53)%61 + 61) % 61
	out = times(out, 1<<shift)
	if v < 0 && out > 0 {
		out = mersenne - out
	}
	return out
}
