package studies

import (
	"github.com/proxlab/proxlab/cmd/proxlab/internal/ui"
	"github.com/proxlab/proxlab/reproduce"
	"github.com/spf13/cobra"
)

// NewResults is the command results.
func NewResults() *cobra.Command {
	return &cobra.Command{
		Use:   "results",
		Short: "Print docs/results.md: every table and verdict of the records kept at paper scale, as Markdown",
		Args:  ui.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return reproduce.WriteResults(cmd.OutOrStdout(), Studies)
		},
	}
}
