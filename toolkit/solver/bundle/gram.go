package bundle

// gram is G with the variables that are summed: what several problems over the same cuts share.
type gram struct {
	g     [][]float64 // all rows as long as there are variables
	sigma []float64   // 1 where a variable is summed, else 0
}

// grow takes the row of a new variable.
func (s *gram) grow(row []float64, sigma float64) {
	for j := range s.g {
		s.g[j] = append(s.g[j], row[j])
	}
	s.g = append(s.g, row)
	s.sigma = append(s.sigma, sigma)
}

// keep leaves the variables of these numbers alone.
func (s *gram) keep(numbers []int) {
	g, sigma := make([][]float64, len(numbers)), make([]float64, len(numbers))
	for i, old := range numbers {
		g[i] = make([]float64, len(numbers), 2*len(numbers))
		for j, other := range numbers {
			g[i][j] = s.g[old][other]
		}
		sigma[i] = s.sigma[old]
	}
	s.g, s.sigma = g, sigma
}
