package structured

import (
	"fmt"

	"github.com/proxlab/proxlab/toolkit/linalg"
)

// LabelGraph is the matrix of pairs of labels × edges of a graph of them, nil for all pairs: the weights of edges then
// are those of pairs, and a pair that is no edge has none. It tells whether the graph is a forest: RoofDuality is exact
// there, as the local polytope of a forest has the sets for corners.
func LabelGraph(labels int, edges [][2]int) (x *linalg.CSR, forest bool, err error) {
	if edges == nil {
		return linalg.ToCSR(linalg.Identity(Pairs(labels))), labels <= 2, nil
	}
	column := make([]int32, Pairs(labels)) // from 1; 0 for none
	root := make([]int, labels)
	for l := range root {
		root[l] = l
	}
	find := func(l int) int {
		for root[l] != l {
			l = root[l]
		}
		return l
	}
	forest = true
	for k, e := range edges {
		a, b := min(e[0], e[1]), max(e[0], e[1])
		if a < 0 || b >= labels || a == b {
			return nil, false, fmt.Errorf("edge %d of the labels is from %d to %d; labels are 0 to %d, and differ", k+1, e[0],
				e[1], labels-1)
		}
		row := PairRow(labels, a, b)
		if column[row] != 0 {
			return nil, false, fmt.Errorf("edges %d and %d of the labels are the same", column[row], k+1)
		}
		column[row] = int32(k + 1)
		a, b = find(a), find(b)
		forest = forest && a != b
		root[a] = b
	}
	x = &linalg.CSR{R: len(column), C: len(edges), Ptr: []int{0}}
	for _, k := range column {
		if k != 0 {
			x.Col, x.Val = append(x.Col, k-1), append(x.Val, 1)
		}
		x.Ptr = append(x.Ptr, len(x.Col))
	}
	return x, forest, nil
}
