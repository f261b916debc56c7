package rna

import "context"

// candidate is a pair with its gain, by the place where it ends.
type candidate struct {
	end  int
	gain float64
}

// nested is the structure of n bases whose pairs have the largest sum of gains; pairs whose gain is not positive have
// no part in it. O(n²) and O(n) for each pair of positive gain.
//
// Source: Nussinov, Pieczenik, Griggs, Kleitman, Algorithms for Loop Matchings, SIAM Journal on Applied Mathematics,
// 1978.
//
// It ends within a row when the context does: that is its error.
func nested(ctx context.Context, n int, gain func(i, j int) float64) (Structure, error) {
	from := make([][]candidate, n)
	for i := 0; i < n && !ended(ctx); i++ {
		for j := i + 1; j < n; j++ {
			if g := gain(i, j); g > 0 {
				from[i] = append(from[i], candidate{j, g})
			}
		}
	}
	best := make([]float64, (n+1)*(n+1)) // of places i to j − 1
	at := func(i, j int) float64 { return best[i*(n+1)+j] }
	for i := n - 1; i >= 0 && !ended(ctx); i-- {
		row := best[i*(n+1) : (i+1)*(n+1)]
		copy(row[i+1:], best[(i+1)*(n+1)+i+1:(i+2)*(n+1)])
		for _, c := range from[i] {
			inside, after := c.gain+at(i+1, c.end), best[(c.end+1)*(n+1):(c.end+2)*(n+1)]
			for j := c.end + 1; j <= n; j++ {
				row[j] = max(row[j], inside+after[j])
			}
		}
	}
	if err := context.Cause(ctx); err != nil {
		return nil, err
	}
	y := make(Structure, n)
	for i := range y {
		y[i] = -1
	}
	intervals := [][2]int{{0, n}}
	for len(intervals) > 0 {
		i, j := intervals[len(intervals)-1][0], intervals[len(intervals)-1][1]
		intervals = intervals[:len(intervals)-1]
		for i < j && at(i, j) == at(i+1, j) {
			i++
		}
		if i >= j {
			continue
		}
		for _, c := range from[i] {
			if c.end < j && at(i, j) == c.gain+at(i+1, c.end)+at(c.end+1, j) {
				y[i], y[c.end] = c.end, i
				intervals = append(intervals, [2]int{i + 1, c.end}, [2]int{c.end + 1, j})
				break
			}
		}
	}
	return y, nil
}

// Centroid returns the structure of the largest expected gain Σ_{pairs (i, j)} ((γ + 1) p_ij − 1), with base pairs of
// probability p_ij and γ > 0: a pair that is right counts γ times as much as one that is wrong takes away. γ = 1 is the
// centroid, of the pairs of probability above 1/2. O(n²), and n times the pairs above 1/(γ + 1).
//
// Source: Hamada, Kiryu, Sato, Mituyama, Asai, Prediction of RNA Secondary Structure Using Generalized Centroid
// Estimators, Bioinformatics 2009, equation 7; Ding, Chan, Lawrence, RNA 2005, for γ = 1.
func Centroid(probability []float64, n int, gamma float64) Structure {
	y, _ := CentroidUntil(context.Background(), probability, n, gamma)
	return y
}

// CentroidUntil is Centroid, which ends when the context does: that is its error.
func CentroidUntil(ctx context.Context, probability []float64, n int, gamma float64) (Structure, error) {
	if len(probability) != n*n {
		panic("rna: probabilities are n × n")
	}
	return nested(ctx, n, func(i, j int) float64 { return (gamma+1)*probability[i*n+j] - 1 })
}
