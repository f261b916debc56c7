package structured

import "fmt"

// CheckStart tests that sequences follow each other from row 0 to row n.
func CheckStart(start []int, n int) error {
	if len(start) < 2 || start[0] != 0 || start[len(start)-1] != n {
		return fmt.Errorf("start must begin with 0 and end with the number of rows, %d", n)
	}
	for i := 1; i < len(start); i++ {
		if start[i] < start[i-1] {
			return fmt.Errorf("start[%d] = %d is less than start[%d] = %d", i, start[i], i-1, start[i-1])
		}
	}
	return nil
}
