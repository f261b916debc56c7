package rnafiles_test

import (
	"context"
	"fmt"
	"os"
	"strings"

	"github.com/proxlab/proxlab/datasets/rnafiles"
)

// A pseudoknot is taken apart, with a notice.
func ExampleRead() {
	file := strings.NewReader(">knot\nGGGAAACCCUUU\n((([[[)))]]]\n")
	set, err := rnafiles.Read(context.Background(), file, "knots.dbn", rnafiles.Options{Unpair: true})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(set.Notices[0])
	if err := rnafiles.Write(os.Stdout, set.Examples); err != nil {
		fmt.Println(err)
	}
	// Output:
	// knots.dbn:3: knot: 3 pairs cross others or are not AU, CG and GU: their bases are left without partner
	// >knot
	// GGGAAACCCUUU
	// ...(((...)))
}
