// Package polytope makes distributions of nodes and edges go together.
package polytope

import "github.com/proxlab/proxlab/toolkit/structured/factor/internal/sums"

// Normalize makes p of a node a distribution: what is as good as 0 is 0.
func Normalize(p []float64) {
	const nothing = 1e-9
	sum := 0.
	for x, v := range p {
		if v < nothing {
			p[x] = 0
		}
		sum += p[x]
	}
	for x := range p {
		p[x] /= sum
	}
}

// Couple makes q, a table of weights of pairs, one with these margins: rows and columns that are too large shrink, and
// what is missing is filled in by a product. A point that nearly has the margins nearly stays.
//
// Source: Altschuler, Weed, Rigollet, Near-Linear Time Approximation Algorithms for Optimal Transport via Sinkhorn
// Iteration, NIPS 2017, algorithm 2.
func Couple(q, pa, pb []float64) {
	k := len(pb)
	for x, p := range pa {
		row := q[x*k : x*k+k]
		sum := 0.
		for _, v := range row {
			sum += v
		}
		sums.Scale(row, sum, p)
	}
	missing := make([]float64, k)
	column := make([]float64, len(pa))
	for y, p := range pb {
		sum := 0.
		for x := range pa {
			column[x] = q[x*k+y]
			sum += column[x]
		}
		sums.Scale(column, sum, p)
		left := p
		for x, v := range column {
			q[x*k+y] = v
			left -= v
		}
		missing[y] = max(0, left)
	}
	rest := 0.
	for x, p := range pa {
		for _, v := range q[x*k : x*k+k] {
			p -= v
		}
		column[x] = max(0, p)
		rest += column[x]
	}
	for x, v := range column {
		for y, u := range missing {
			if v > 0 && u > 0 {
				q[x*k+y] += v * u / rest
			}
		}
	}
}
