package vec

// AddSquares adds to sums the squares of the rows of a matrix, four at a time.
func AddSquares(sums, rows []float64) {
	c := len(sums)
	if c == 0 {
		return
	}
	for ; len(rows) >= 4*c; rows = rows[4*c:] {
		x0, x1, x2, x3 := rows[:c], rows[c:][:c], rows[2*c:][:c], rows[3*c:][:c]
		for j := range sums {
			sums[j] += x0[j]*x0[j] + x1[j]*x1[j] + (x2[j]*x2[j] + x3[j]*x3[j])
		}
	}
	for ; len(rows) >= c; rows = rows[c:] {
		for j, v := range rows[:c] {
			sums[j] += v * v
		}
	}
}
