package studies

import (
	"errors"
	"fmt"
	"strings"

	"github.com/proxlab/proxlab/cmd/proxlab/internal/ui"
	"github.com/proxlab/proxlab/figures/paper"
	"github.com/proxlab/proxlab/reproduce"
	"github.com/spf13/cobra"
)

// NewReproduce is the command reproduce.
func NewReproduce() *cobra.Command {
	var f reproduce.Flags
	var names []string
	for _, s := range Studies {
		names = append(names, s.Name)
	}
	cmd := &cobra.Command{
		Use:   "reproduce <STUDY|all>",
		Short: "Run a paper's experiments and write tables, figures and a report",
		Long: "Run a paper's experiments. The studies are " + strings.Join(names, ", ") + ".\n\n" +
			"Writes <out>/<study>/report.html, tables (.csv, .md, .tex), figures (.png, .html) and record.json,\n" +
			"and prints the tables. An interrupted run goes on where it stopped. Nothing is downloaded: see proxlab data " +
			"fetch.\n\n" +
			"The work is done on all processors of this machine, or in parts: by --shard, by the jobs of a Slurm cluster " +
			"(--slurm), or by the\npods of a Kubernetes Job. The parts share --out; docs/clusters.md goes through it.",
		Args: ui.Checked(cobra.ExactArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error { return reproduceStudies(cmd, args[0], &f) },
	}
	f.Add(cmd.Flags())
	cmd.ValidArgs = append(studyNames(), "all")
	ui.Offers(cmd, "scale", ui.Fixed("quick", "paper"))
	ui.Offers(cmd, "mode", ui.Fixed("literal", "sound", "both"))
	ui.Offers(cmd, "data", ui.Fixed("auto", "real", "synthetic"))
	ui.Offers(cmd, "paper", ui.Fixed(paper.Names()...))
	return cmd
}

func reproduceStudies(cmd *cobra.Command, which string, f *reproduce.Flags) error {
	c, err := f.Config()
	if err != nil {
		return ui.Usage(err)
	}
	list := Studies
	if which != "all" {
		s, err := reproduce.Find(Studies, which)
		if err != nil {
			return ui.Usage(fmt.Errorf("%w, all", err))
		}
		list = []reproduce.Study{s}
	}
	for _, s := range list {
		if err := s.Check(c); err != nil {
			return ui.Usage(err)
		}
	}
	for _, s := range list {
		bar := ui.NewBar(cmd.ErrOrStderr(), s.Name)
		err := f.Run(cmd.Context(), s, reproduce.Program{
			Name: "proxlab", Words: []string{"reproduce", s.Name}, Out: cmd.OutOrStdout(), Said: cmd.ErrOrStderr(),
			Columns: ui.Columns(cmd.OutOrStdout()), Progress: bar.Update, Done: bar.Close,
		})
		if errors.As(err, new(reproduce.UsageError)) {
			return ui.Usage(err)
		}
		if err != nil {
			return err
		}
	}
	return nil
}
