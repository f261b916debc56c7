package structures_test

import (
	"context"
	"fmt"

	"github.com/proxlab/proxlab/datasets"
	"github.com/proxlab/proxlab/toolkit/fit/measures"
	"github.com/proxlab/proxlab/toolkit/fit/structures"
)

// From a file to a scored prediction; column 2 holds the labels.
func ExampleTagger() {
	ctx := context.Background()
	train, err := datasets.OpenWordLines(ctx, "testdata/tags.txt", "")
	if err != nil {
		fmt.Println(err)
		return
	}
	labels, err := train.Labels(2)
	if err != nil {
		fmt.Println(err)
		return
	}
	tagger, err := structures.Tagger{CRF: true}.Fit(ctx, structures.Tagged{Words: train.Sentences, Labels: labels})
	if err != nil {
		fmt.Println(err)
		return
	}
	guess, err := tagger.Predict(ctx, [][][]string{{{"The"}, {"tall"}, {"frog"}, {"barks"}, {"."}}})
	fmt.Println(guess[0], err)
	guess, err = tagger.Predict(ctx, train.Sentences)
	fmt.Printf("%.0f %% right, %v\n", 100*measures.ScoreTags(labels, guess).Accuracy(), err)
	// Output:
	// [DT JJ NN VBZ .] <nil>
	// 100 % right, <nil>
}
