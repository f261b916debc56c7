package graphs

import (
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/proxlab/proxlab/cmd/proxlab/internal/learning"
	"github.com/proxlab/proxlab/cmd/proxlab/internal/ui"
	"github.com/proxlab/proxlab/datasets/graphfiles"
	"github.com/proxlab/proxlab/figures"
	"github.com/proxlab/proxlab/internal/plain"
	"github.com/proxlab/proxlab/toolkit/fit/measures"
	"github.com/spf13/cobra"
)

var comparison = learning.Comparison{
	Use:   "TRUE PREDICTED",
	Short: "Compare labels with the true ones",
	Long: "Compare the labels of two tables of the same nodes, or of two .npy files of labels of images: the share " +
		"that is right, of graphs whose labels all are, and for each label precision, recall, and the intersection over " +
		"the union (IoU) of the nodes that have it in either.",
	Example: "  proxlab graph score nodes.csv labelled.csv\n  proxlab graph score labels.npy found.npy --json",
	Compare: compare,
}

// compare reads two files of labels.
func compare(cmd *cobra.Command, names []string) (learning.Scores, error) {
	var of [2]*set
	for k, name := range names {
		var err error
		switch f := (files{labels: name}); {
		case strings.HasPrefix(name, "@"):
			of[k], err = snakes(name)
		case filepath.Ext(name) == ".npy":
			of[k], err = f.loadImages(cmd.Context(), name)
		default:
			of[k] = &set{}
			of[k].Graphs, err = graphfiles.LoadLabels(cmd.Context(), name)
		}
		if err != nil {
			return nil, err
		}
	}
	known, guess := of[0], of[1]
	switch {
	case (known.images == nil) != (guess.images == nil):
		return nil, fmt.Errorf("%s and %s: one has images, and the other a table", names[0], names[1])
	case known.images != nil:
		if err := known.images.CheckSize(guess.images, names[1]); err != nil {
			return nil, err
		}
	default:
		if err := known.Same(guess.Graphs); err != nil {
			return nil, err
		}
	}
	for k, s := range of {
		if i, at, found := s.unlabelled(); found {
			return nil, fmt.Errorf("%s: node %d of graph %d has no label", names[k], at+1, i+1)
		}
	}
	return newScores(known.unit(), known.Labels, guess.Labels), nil
}

// Scores are what labels make beside true ones.
type Scores struct {
	Accuracy float64               `json:"accuracy"`
	Nodes    int                   `json:"nodes"`
	Graphs   int                   `json:"graphs"`
	Whole    int                   `json:"whole_graphs"`
	Labels   []learning.LabelScore `json:"labels"`
	unit     string
}

// unit is what labels are of.
func (s *set) unit() string {
	if s.images != nil {
		return "images"
	}
	return "graphs"
}

// newScores counts labels.
func newScores(unit string, known, guess [][]string) *Scores {
	all := measures.ScoreTags(known, guess)
	s := &Scores{Accuracy: all.Accuracy(), Nodes: all.Words, Graphs: all.Sentences, Whole: all.Whole, unit: unit}
	states := (&set{Graphs: &graphfiles.Graphs{Labels: slices.Concat(known, guess)}}).states()
	s.Labels = learning.CountLabels(states, single(known), single(guess))
	return s
}

// single are labels of nodes as sets of one.
func single(labels [][]string) (out [][]string) {
	for _, of := range labels {
		for k := range of {
			out = append(out, of[k:k+1])
		}
	}
	return out
}

// Print writes the scores for people.
func (s *Scores) Print(w io.Writer) {
	fmt.Fprintf(w, "accuracy %.2f %% of %d nodes; all labels right in %d of %d %s\n\n", 100*s.Accuracy, s.Nodes, s.Whole,
		s.Graphs, s.unit)
	t := figures.Table{Columns: figures.Columns(1, "label", "nodes", "precision", "recall", "IoU")}
	share := func(part, of int) string {
		if of == 0 {
			return "–"
		}
		return fmt.Sprintf("%.3f", float64(part)/float64(of))
	}
	for _, l := range s.Labels {
		t.Rows = append(t.Rows, []string{
			plain.Text(l.Label), fmt.Sprint(l.True), share(l.Right, l.Found), share(l.Right, l.True),
			share(l.Right, l.True+l.Found-l.Right),
		})
	}
	_ = t.Text(w, ui.Columns(w)) // an error of w stays in it
}
