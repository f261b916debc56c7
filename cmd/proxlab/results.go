package main

import (
	"github.com/spf13/cobra"

	"github.com/proxlab/proxlab/reproduce"
)

func newResults() *cobra.Command {
	return &cobra.Command{
		Use:   "results",
		Short: "Print docs/results.md: every table and verdict of the records kept at paper scale, as Markdown",
		Args:  noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return reproduce.WriteResults(cmd.OutOrStdout(), studies)
		},
	}
}
