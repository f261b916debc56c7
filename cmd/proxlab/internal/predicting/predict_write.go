package predicting

import (
	"bufio"
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"math"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/proxlab/proxlab/cmd/proxlab/internal/intervals"
	"github.com/proxlab/proxlab/cmd/proxlab/internal/words"
	"github.com/proxlab/proxlab/datasets/array"
	"github.com/proxlab/proxlab/internal/outfile"
	"github.com/proxlab/proxlab/internal/plain"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/model"
)

// cells writes labels and names of queries as they are, or by plain.Cell for a spreadsheet, and counts the quoted ones.
type cells struct {
	spreadsheet bool
	quoted      int
	ranking     *words.Ranking
	lives       *lives
	ends        *intervals.Ends
}

func (c *cells) text(s string) string {
	s = plain.Text(s)
	if !c.spreadsheet {
		return s
	}
	cell := plain.Cell(s)
	if cell != s {
		c.quoted++
	}
	return cell
}

// writePredictions writes a line an example, or scores alone; examples that were left out have empty cells, or NaN.
func writePredictions(
	cmd *cobra.Command, path string, m *model.Linear, p *model.Prediction, y []float64, dropped []int, c *cells,
) error {
	var b bytes.Buffer
	switch {
	case path == "":
		return nil
	case strings.EqualFold(filepath.Ext(path), ".npy"):
		if err := array.WriteNPY(&b, withGaps(p.Scores, dropped)); err != nil {
			return err
		}
	default:
		if err := predictionsCSV(&b, m, p, y, dropped, c); err != nil {
			return err
		}
	}
	if c.quoted > 0 {
		const note = "note: --spreadsheet: %d cells that begin as formulas do have an apostrophe before them\n"
		fmt.Fprintf(cmd.ErrOrStderr(), note, c.quoted)
	}
	if path == "-" {
		_, err := cmd.OutOrStdout().Write(b.Bytes())
		return err
	}
	return outfile.Write(cmd.Context(), path, b.Bytes(), 0o666)
}

func predictionsCSV(
	w io.Writer, m *model.Linear, p *model.Prediction, y []float64, dropped []int, c *cells,
) error {
	buffered := bufio.NewWriter(w)
	out := csv.NewWriter(buffered)
	head := c.ranking.Head()
	if y != nil {
		head = append(head, "target")
	}
	if p.Labels == nil {
		if p.Means != nil {
			head = append(head, "mean")
		}
		head = slices.Concat(head, []string{"prediction"}, c.lives.head(), c.ends.Head())
	} else {
		head = append(head, "label")
		head = append(head, columnsFor(m, "score", p.Scores.C)...)
		if p.Probabilities != nil {
			head = append(head, columnsFor(m, "probability", p.Probabilities.C)...)
		}
	}
	_ = out.Write(head) // errors stay until Flush
	number := func(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }
	all := len(dropped)
	gaps := func(i int) { // those before example i of the others
		for len(dropped) > 0 && dropped[0] == i+all-len(dropped) {
			_ = out.Write(make([]string, len(head)))
			dropped = dropped[1:]
		}
	}
	for i := range p.Scores.R {
		gaps(i)
		row := c.ranking.Row(i, c.text)
		if y != nil {
			row = append(row, c.target(m, y[i]))
		}
		if p.Labels != nil {
			row = append(row, c.text(m.LabelName(p.Labels[i])))
		}
		if p.Means != nil {
			row = append(row, number(p.Means.Data[i]))
		}
		for _, v := range p.Scores.Row(i) {
			row = append(row, number(v))
		}
		if p.Probabilities != nil {
			for _, v := range p.Probabilities.Row(i) {
				row = append(row, number(v))
			}
		}
		for _, survive := range c.lives.written() {
			row = append(row, number(survive[i]))
		}
		for _, v := range c.ends.Row(i) {
			row = append(row, number(v))
		}
		_ = out.Write(row)
	}
	gaps(p.Scores.R)
	out.Flush()
	return errors.Join(out.Error(), buffered.Flush())
}

// withGaps puts rows of NaN in the place of examples that were left out.
func withGaps(scores *linalg.Dense, dropped []int) *linalg.Dense {
	out := linalg.NewDense(scores.R+len(dropped), scores.C, nil)
	at := 0
	for i := range out.R {
		if len(dropped) > 0 && dropped[0] == i {
			dropped = dropped[1:]
			for k := range out.Row(i) {
				out.Row(i)[k] = math.NaN()
			}
			continue
		}
		copy(out.Row(i), scores.Row(at))
		at++
	}
	return out
}

func (c *cells) target(m *model.Linear, y float64) string {
	switch {
	case math.IsNaN(y):
		return ""
	case m.Labels == nil:
		return strconv.FormatFloat(y, 'g', -1, 64)
	}
	return c.text(m.LabelName(y))
}

// columnsFor returns headings: one, or one for each label.
func columnsFor(m *model.Linear, what string, count int) []string {
	if count == 1 {
		return []string{what}
	}
	out := make([]string, count)
	for k := range out {
		out[k] = what + " " + plain.Text(m.LabelName(m.Labels[k]))
	}
	return out
}
