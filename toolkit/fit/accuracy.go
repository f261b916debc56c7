package fit

// Accuracy is the share of labels that agree, in percent; 0 of none. It panics on different lengths.
func Accuracy(guess, truth []int) float64 {
	if len(guess) != len(truth) {
		panic("fit: length mismatch")
	}
	right := 0
	for i, l := range guess {
		if l == truth[i] {
			right++
		}
	}
	return 100 * float64(right) / float64(max(1, len(truth)))
}
