package studies

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/proxlab/proxlab/cmd/proxlab/internal/ui"
	"github.com/proxlab/proxlab/figures"
	"github.com/proxlab/proxlab/figures/paper"
	"github.com/proxlab/proxlab/internal/plain"
	"github.com/proxlab/proxlab/reproduce"
	"github.com/proxlab/proxlab/reproduce/compare"
	"github.com/proxlab/proxlab/reproduce/evidence"
	"github.com/proxlab/proxlab/reproduce/plan"
	"github.com/spf13/cobra"
)

// NewCompare is the command compare.
func NewCompare() *cobra.Command {
	r := compare.Roles{Method: "Method", Over: "Seed", Target: 1e-6}
	var out string
	var planned int
	var asJSON bool
	var page reproduce.Page
	cmd := &cobra.Command{
		Use:   "compare FOLDER...",
		Short: "Compare methods by the results of sweeps and studies: intervals, differences, ranks, profiles",
		Long: "Compare methods by the results that sweeps or studies keep: a folder of a sweep, or of a study (whose\n" +
			"tasks are asked). Of every setting the fields of --method say what is compared and those of --over tell\n" +
			"replications apart, which are paired; all others that differ name the data set.\n\n" +
			"Prints means with intervals, differences from the best method, ranks with the tests of Friedman, Nemenyi and\n" +
			"Holm, and in sentences what the runs decide and how many more would decide the rest. With --out it writes the\n" +
			"tables, and a figure of each and of profiles of performance and of time, into a folder.",
		Example: "  proxlab compare out/mine --measure Error\n" +
			"  proxlab compare out/mine --measure Error --time Seconds --gap Gaps --target 1e-4 --out out/comparison",
		Args: ui.Checked(cobra.MinimumNArgs(1)),
		RunE: func(cmd *cobra.Command, folders []string) error {
			r.Planned = evidence.From(planned)
			if r.Time == "" && r.Gap == "" {
				r.Target = 0
			}
			if page.On() != nil && out == "" {
				return ui.Usage(errors.New("--paper is for what --out writes: name a folder"))
			}
			all, err := keptIn(cmd.ErrOrStderr(), folders)
			if err != nil {
				return err
			}
			s, err := compare.Of(all, r)
			if err != nil {
				return ui.Usage(err)
			}
			if asJSON {
				return json.NewEncoder(cmd.OutOrStdout()).Encode(map[string]any{"says": s.Says(), "tables": s.Tables()})
			}
			return showComparison(cmd, s, out, page.On())
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&r.Measure, "measure", "", "field of results to compare (default: the only number there is)")
	flags.BoolVar(&r.Higher, "higher", false, "more of the measure is better")
	flags.StringVar(&r.Method, "method", r.Method, "fields of settings that are compared, with commas")
	flags.StringVar(&r.Over, "over", r.Over, "fields of settings that tell replications apart, with commas")
	flags.StringVar(&r.Reference, "reference", "", "method to compare with (default: the one of the best mean rank)")
	flags.IntVar(&planned, "planned", 0,
		"replications that were planned before any was seen, where more were added because those did not decide:\n"+
			"intervals are wider, and hold whenever one stops")
	flags.StringVar(&r.Time, "time", "", "field of results with the times at which --gap was looked at")
	flags.StringVar(&r.Gap, "gap", "", "field of results with the gaps at those times")
	flags.Float64Var(&r.Target, "target", r.Target, "gap at which a run is solved")
	flags.StringVar(&out, "out", "", "folder to write tables and figures to")
	page.Add(flags)
	ui.Offers(cmd, "paper", ui.Fixed(paper.Names()...))
	flags.BoolVar(&asJSON, "json", false, "print one JSON object on one line")
	return cmd
}

// keptIn reads the results of several folders, of a plan or of a study beside its tasks.
func keptIn(said io.Writer, folders []string) (all []plan.Kept, err error) {
	for _, dir := range folders {
		if tasks := filepath.Join(dir, reproduce.TasksName); isFolder(tasks) {
			dir = tasks
		}
		p, err := plan.ReadKept(dir)
		if err != nil {
			return nil, err
		}
		if p.Missing > 0 {
			ui.Say(said, "%s: %d of %d results are missing\n", plain.Text(dir), p.Missing, p.Missing+len(p.Results))
		}
		all = append(all, p.Results...)
	}
	return all, nil
}

func isFolder(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// showComparison prints tables and sentences, and writes them with the figures where a folder is named.
func showComparison(cmd *cobra.Command, s *compare.Scores, dir string, on []figures.Paper) error {
	w := cmd.OutOrStdout()
	for _, t := range s.Tables() {
		if err := t.Text(w, ui.Columns(w)); err != nil {
			return err
		}
		fmt.Fprintln(w)
	}
	for _, line := range s.Says() {
		ui.Say(w, "%s\n", line)
	}
	if dir == "" {
		return nil
	}
	if err := reproduce.CheckWritable(dir); err != nil {
		return fmt.Errorf("--out: %w", err)
	}
	_, err := reproduce.WriteShown(dir, s.Tables(), s.Figures(), ".png", ".html", ".svg", ".pdf")
	if err == nil {
		_, err = reproduce.WriteOnPaper(dir, s.Tables(), s.Figures(), on...)
	}
	return err
}
