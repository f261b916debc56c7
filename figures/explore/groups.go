package explore

import (
	"fmt"
	"strconv"
	"strings"
)

// Groups reads the value of a control of cells, such as "1 2; 2 3": groups of the numbers of cells, which are counted
// from 1, row by row. It returns them counted from 0, in the order written.
func Groups(word string, cells int) (groups [][]int, err error) {
	for _, part := range strings.Split(word, ";") {
		var group []int
		in := map[int]bool{}
		for _, field := range strings.Fields(part) {
			j, err := strconv.Atoi(field)
			switch {
			case err != nil || j < 1 || j > cells:
				return nil, fmt.Errorf("%q is none of the numbers 1 to %d: groups are written as 1 2; 2 3", field, cells)
			case in[j]:
				return nil, fmt.Errorf("%d is twice in the group %q", j, strings.TrimSpace(part))
			}
			in[j] = true
			group = append(group, j-1)
		}
		if len(group) > 0 {
			groups = append(groups, group)
		}
	}
	return groups, nil
}
