package studies

import (
	"github.com/proxlab/proxlab/cmd/proxlab/internal/ui"
	"github.com/proxlab/proxlab/reproduce"
	"github.com/proxlab/proxlab/reproduce/site"
	"github.com/spf13/cobra"
)

// NewResults is the command results.
func NewResults() *cobra.Command {
	return &cobra.Command{
		Use:   "results [STUDY]",
		Short: "Print what the studies found at paper scale, a row a claim; of a study every table and verdict; as Markdown",
		Args:  ui.Checked(cobra.MaximumNArgs(1)),
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return studyNames(), cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return site.WriteResults(cmd.OutOrStdout(), Studies)
			}
			s, err := reproduce.Find(Studies, args[0])
			if err != nil {
				return ui.Usage(err)
			}
			return s.WriteResults(cmd.OutOrStdout())
		},
	}
}
