package vec

// Nth is the value at place k, from 0, were the values sorted; it moves them about. It takes O(n) on average.
//
// Source: Hoare, Algorithm 65: Find, Communications of the ACM 1961.
func Nth(values []float64, k int) float64 {
	for low, high := 0, len(values)-1; low < high; {
		pivot, i, j := values[low+(high-low)/2], low, high
		for i <= j {
			for values[i] < pivot {
				i++
			}
			for values[j] > pivot {
				j--
			}
			if i <= j {
				values[i], values[j] = values[j], values[i]
				i, j = i+1, j-1
			}
		}
		switch {
		case k <= j:
			high = j
		case k >= i:
			low = i
		default:
			return values[k]
		}
	}
	return values[k]
}
