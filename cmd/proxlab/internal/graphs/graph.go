// Package graphs has the command graph.
package graphs

import (
	"github.com/proxlab/proxlab/cmd/proxlab/internal/learning"
	"github.com/spf13/cobra"
)

// NewGraph is the command graph.
func NewGraph() *cobra.Command {
	return learning.Kind{
		Use:   "graph",
		Short: "Learn to label the nodes of graphs and the cells of images, label them, and score labels",
		Long: "Learn to label the nodes of graphs and the cells of images, label them, and score labels, where labels go " +
			"with those of neighbours. Graphs are two tables in CSV: of nodes, with the columns node (a name), label, and " +
			"features, which are numbers; and of edges, --edges, with the columns from and to, and features, if any. Where " +
			"there are several graphs, both have a column graph. Images are a .npy file of images × rows × columns, or " +
			"images × rows × columns × features, and their labels another, --labels, of images × rows × columns; a cell goes " +
			"with its neighbours. @snakes, and @snakes:test, are drawn pictures, which need no file.",
		Example: "  proxlab graph train nodes.csv --edges edges.csv -o my.graph\n" +
			"  proxlab graph predict my.graph new.csv --edges new-edges.csv -o labelled.csv\n" +
			"  proxlab graph train images.npy --labels labels.npy --intercept -o cells.graph\n" +
			"  proxlab graph score nodes.csv labelled.csv",
		Train: newTrain(), Predict: newPredict(), Score: comparison,
	}.Command()
}
