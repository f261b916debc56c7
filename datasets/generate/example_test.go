package generate_test

import (
	"fmt"

	"github.com/proxlab/proxlab/datasets/generate"
)

// Paired comparisons by 20 people, divided into two folds: each has a part of everybody's.
func ExampleChoices() {
	set := generate.Choices(generate.ChoiceConfig{
		People: 20, Pairs: 8, Products: 10, Features: 5, Rank: 2, Correlation: 0.5, Seed: 1,
	})
	train, test := set.Fold(0, 2, 1)
	fmt.Println(set.Source)
	fmt.Println(set.X.R, train.X.R, test.X.R)
	// Output:
	// choices (synthetic, sha256 7168dffd)
	// 160 80 80
}
