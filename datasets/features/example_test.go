package features_test

import (
	"context"
	"fmt"
	"strings"

	"github.com/proxlab/proxlab/datasets/features"
)

func ExampleReadGroups() {
	file := strings.NewReader("1 2 3      # the size of the house\n4 5 w=0.5  # its place\n")
	groups, weights, err := features.ReadGroups(context.Background(), file, "groups.txt", 5)
	fmt.Println(groups, weights, err)
	// Output: [[0 1 2] [3 4]] [1 0.5] <nil>
}
