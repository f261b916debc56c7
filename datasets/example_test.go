package datasets_test

import (
	"context"
	"fmt"
	"strings"

	"github.com/proxlab/proxlab/datasets"
	"github.com/proxlab/proxlab/toolkit/encode"
)

// A table of numbers and words: words become features of 0 and 1.
func ExampleReadFrameFrom() {
	table := strings.NewReader("size,kind,price\n80,flat,210\n120,house,390\n95,flat,240\n140,house,450\n")
	f, err := datasets.ReadFrameFrom(context.Background(), table, "houses.csv", datasets.FrameOptions{
		Target: "price", Encode: encode.Options{Categories: []string{encode.Auto}},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	n, d := f.X.Dims()
	fmt.Println(n, d, f.Features, f.Y)
	// Output: 4 2 [size kind=house] [210 390 240 450]
}

// Bad input is refused with its place.
func ExampleReadFrameFrom_faults() {
	table := strings.NewReader("size,price\n80,210\n120,390\n95\n")
	_, err := datasets.ReadFrameFrom(context.Background(), table, "houses.csv", datasets.FrameOptions{Target: "price"})
	fmt.Println(err)
	// Output: houses.csv:4: there are 1 fields where the first line has 2
}

// What does not need the real set takes a synthetic one of its shape where it is not at hand.
func ExampleLoadRNA() {
	set, err := datasets.LoadRNA(context.Background(), datasets.OnlySynthetic)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(len(set.Examples), set.Source)
	fmt.Println(set.Examples[0].Y)
	// Output:
	// 100 hairpins (synthetic, sha256 66a8e749)
	// .(((((.....)))))(((((......)))))((((.(...)))))..............
}
