package triplets

import (
	"math"

	"github.com/proxlab/proxlab/toolkit/structured/factor/internal/sums"
)

// Most is the sum of the maxima of the triplets and chords over the states that are allowed, those of a node from first
// on; and adds to what each of these loses there, where that is not nil.
func (s *Set) Most(first []int, allowed []bool, lost []float64) (sum float64) {
	var best [3][]float64
	begin := func(j, n int) {
		best[j] = best[j][:0]
		for range n {
			best[j] = append(best[j], math.Inf(-1))
		}
	}
	lose := func(j int, node int32, most float64) {
		for x, v := range best[j] {
			if i := first[node] + x; lost != nil && allowed[i] {
				lost[i] += most - v
			}
		}
	}
	for k := range s.all {
		t := &s.all[k]
		for j, n := range t.states {
			begin(j, n)
		}
		s.maxima(t, first, allowed, best)
		_, most := sums.Highest(best[0])
		sum += most
		for j, node := range t.nodes {
			lose(j, node, most)
		}
	}
	for at, of := range s.chords {
		for _, p := range of {
			if at%2 > 0 {
				continue
			}
			begin(0, p.ka)
			begin(1, p.kb)
			for i, v := range p.table {
				if x, y := i/p.kb, i%p.kb; allowed[first[p.nodes[0]]+x] && allowed[first[p.nodes[1]]+y] {
					best[0][x], best[1][y] = max(best[0][x], v), max(best[1][y], v)
				}
			}
			_, most := sums.Highest(best[0])
			sum += most
			lose(0, p.nodes[0], most)
			lose(1, p.nodes[1], most)
		}
	}
	return sum
}

// maxima are those of a triplet with each state of its nodes.
func (s *Set) maxima(t *triplet, first []int, allowed []bool, best [3][]float64) {
	xy, xz, yz := s.held(t)
	ny, nz := t.states[1], t.states[2]
	ax, ay, az := allowed[first[t.nodes[0]]:], allowed[first[t.nodes[1]]:], allowed[first[t.nodes[2]]:]
	for i, v := range xy {
		x, y := i/ny, i%ny
		if !ax[x] || !ay[y] {
			continue
		}
		most := math.Inf(-1)
		for z := range nz {
			if w := v + xz[x*nz+z] + yz[y*nz+z]; az[z] {
				best[2][z] = max(best[2][z], w)
				most = max(most, w)
			}
		}
		best[0][x], best[1][y] = max(best[0][x], most), max(best[1][y], most)
	}
}

// Rounding bounds what is lost where θ' and maxima are added up.
func (s *Set) Rounding() (sum float64) {
	for k := range s.all {
		t := &s.all[k]
		for which, p := range t.pairs {
			sum += float64(len(p.in)+4) * (sums.Largest(s.U[t.at[which]:][:p.ka*p.kb]) + sums.Largest(p.score))
		}
	}
	return 4 * 0x1p-53 * sum
}
