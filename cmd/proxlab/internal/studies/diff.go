package studies

import (
	"encoding/json"
	"fmt"
	"math"
	"strings"

	"github.com/proxlab/proxlab/cmd/proxlab/internal/ui"
	"github.com/proxlab/proxlab/figures/table"
	"github.com/proxlab/proxlab/internal/plain"
	"github.com/proxlab/proxlab/reproduce/differ"
	"github.com/spf13/cobra"
)

// NewDiff is the command diff.
func NewDiff() *cobra.Command {
	var asJSON bool
	most := 10
	cmd := &cobra.Command{
		Use:   "diff A B",
		Short: "Tell what differs between two records, reports, sweeps, models or fits, and why it may",
		Long: "Tell what differs between two records, reports, sweeps, models or fits, and why it may. A and B are\n" +
			"folders of reports or of results, or files: record.json, a model, or what a command printed by --json.\n" +
			"Numbers are compared to the last digit; times are set aside.",
		Example: "  proxlab diff out/mine theirs/mine\n  proxlab diff a.json b.json",
		Args:    ui.Checked(cobra.ExactArgs(2)),
		RunE: func(cmd *cobra.Command, args []string) error {
			a, err := differ.Read(args[0])
			if err != nil {
				return err
			}
			b, err := differ.Read(args[1])
			if err != nil {
				return err
			}
			r := differ.Between(a, b)
			w := cmd.OutOrStdout()
			if asJSON {
				for i, d := range r.Found {
					r.Found[i].Relative = min(d.Relative, math.MaxFloat64) // JSON has no infinity
				}
				return json.NewEncoder(w).Encode(map[string]any{"differs": r.Found, "of": r.All, "why": r.Why()})
			}
			for _, k := range differ.Kinds {
				t := differences(r, k, most)
				if len(t.Rows) == 0 {
					continue
				}
				if err := t.Text(w, ui.Columns(w)); err != nil {
					return err
				}
				fmt.Fprintln(w)
			}
			ui.Say(w, "%s\n", strings.Join(r.Why(), "\n"))
			return nil
		},
	}
	cmd.Flags().IntVar(&most, "most", most, "how many differences of a kind are shown; 0 for all")
	cmd.Flags().BoolVar(&asJSON, "json", false, "print one JSON object on one line")
	return cmd
}

// differences is a table of those of a kind; of times there is none.
func differences(r differ.Report, k differ.Kind, most int) table.Table {
	found := r.Of(k)
	t := table.Table{
		Title:   fmt.Sprintf("%s: %d of %d differ", k, len(found), r.All[k]),
		Columns: []table.Column{{Title: "what"}, {Title: r.A}, {Title: r.B}},
	}
	if k == differ.Times {
		return t
	}
	if most > 0 && len(found) > most {
		t.Notes = append(t.Notes, fmt.Sprintf("And %d more.", len(found)-most))
		found = found[:most]
	}
	for _, d := range found {
		const longest = 40
		t.Rows = append(t.Rows, []string{d.Path, plain.Cut(d.A, longest), plain.Cut(d.B, longest)})
	}
	return t
}
