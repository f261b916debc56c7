package encode_test

import (
	"context"
	"fmt"

	"github.com/proxlab/proxlab/toolkit/encode"
	"github.com/proxlab/proxlab/toolkit/linalg"
)

// An encoder learns from one table, and makes the same features of a later one.
func Example() {
	ctx := context.Background()
	learnt, _ := encode.NewTable(
		encode.Values{Name: "kind", Texts: []string{"flat", "house", "flat", "hut"}},
		encode.Values{Name: "age", Numbers: []float64{10, 20, 60, 30}},
	)
	e, err := encode.Fit(ctx, learnt, encode.Options{Categories: []string{"kind"}, Missing: encode.Median})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(e.Features(), e.Notes())
	later, _ := encode.NewTable(
		encode.Values{Name: "age", Texts: []string{"", ""}},
		encode.Values{Name: "kind", Texts: []string{"hut", "flat"}},
	)
	out, err := e.Transform(ctx, later)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(linalg.ToDense(out.X).Data)
	// Output:
	// [kind=house kind=hut age] [kind is a category of 3 levels, of which flat has no feature]
	// [0 1 25 0 0 25]
}
