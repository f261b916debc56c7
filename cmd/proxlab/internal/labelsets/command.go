// Package labelsets has the command labels.
package labelsets

import (
	"github.com/proxlab/proxlab/cmd/proxlab/internal/learning"
	"github.com/spf13/cobra"
)

// NewLabels is the command labels.
func NewLabels() *cobra.Command {
	return learning.Kind{
		Use:   "labels",
		Short: "Learn which labels examples have, any number of them, give labels, and score them",
		Long: "Learn which labels examples have, any number of them, give labels, and score them, where labels go with " +
			"each other. Examples are the rows of a table, whose labels are in one column, --labels tags, as \"red;round\", " +
			"or in several of 0 and 1, --labels red,round; the other columns are features, which are numbers.",
		Example: "  proxlab labels train songs.csv --labels moods --pairs tree -o songs.labels\n" +
			"  proxlab labels predict songs.labels new.csv --labels moods -o found.csv\n" +
			"  proxlab labels score new.csv found.csv --labels moods",
		Train: newTrain(), Predict: newPredict(), Score: labelScore(),
	}.Command()
}
