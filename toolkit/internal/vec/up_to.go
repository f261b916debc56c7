package vec

// UpTo are 0, 1, …, n − 1.
func UpTo(n int) []int {
	out := make([]int, n)
	for i := range out {
		out[i] = i
	}
	return out
}
