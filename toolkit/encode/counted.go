package encode

// Counted is a column of which no rows are kept, for FitCounted.
type Counted struct {
	Column
	Times []int   // how often each word occurs
	Mean  float64 // of the numbers
}

// means are those of the features of a column, over cells that are not missing.
func (c *Counted) means(of *Encoding) []float64 {
	if of.Kind == Number {
		return []float64{c.Mean}
	}
	out, count := make([]float64, of.width()), 0.
	for k, word := range c.Words {
		if c.Times[k] == 0 {
			continue
		}
		count += float64(c.Times[k])
		for at, v := range of.valueOf(word) {
			share := float64(c.Times[k]) / count
			out[at] += v*share - out[at]*share
		}
	}
	return out
}
