package factor_test

import (
	"context"
	"fmt"

	"github.com/proxlab/proxlab/toolkit/structured/factor"
)

// Three nodes in a circle that would all differ, of two states each: two must be equal. Branch and bound finds the best
// labelling, and its bound meets the score; the bound of a relaxation, where each node is half of both, does not.
func Example() {
	g, err := factor.New([]int{2, 2, 2})
	if err != nil {
		fmt.Println(err)
		return
	}
	g.Node(0)[1] = 0.5
	for s := range 3 {
		if err := g.Potts(s, (s+1)%3, -1); err != nil { // equal states cost 1
			fmt.Println(err)
			return
		}
	}
	for _, d := range []factor.Decoder{factor.TRWS{}, factor.BranchAndBound{}} {
		r, err := d.Decode(context.Background(), g)
		fmt.Printf("%T: score %.2f, bound %.2f, exact %t, error %v\n", d, r.Score, r.Bound, r.Exact, err)
	}
	fmt.Println(g.Potts(2, 3, 1))
	// Output:
	// factor.TRWS: score -0.50, bound 0.25, exact false, error <nil>
	// factor.BranchAndBound: score -0.50, bound -0.50, exact true, error <nil>
	// factor: edge 4 goes to node 4: there are 3
}
