package main

import (
	"errors"
	"fmt"

	"github.com/proxlab/proxlab/cmd/proxlab/internal/models"
	"github.com/proxlab/proxlab/cmd/proxlab/internal/ui"
	"github.com/proxlab/proxlab/internal/plain"
	"github.com/spf13/cobra"
)

func newModel() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "model",
		Short: "Verify files of models",
		Args:  ui.NoArgs,
		RunE:  func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(&cobra.Command{
		Use:   "verify FILE...",
		Short: "Check that models of any kind are as they were written, and say what is not",
		Args:  ui.Checked(cobra.MinimumNArgs(1)),
		RunE:  modelVerify,
	})
	return cmd
}

// modelVerify says of each file what it is; one that cannot be told to be as it was written is an error.
func modelVerify(cmd *cobra.Command, paths []string) error {
	var failed error
	for _, path := range paths {
		v, err := models.Verify(cmd.Context(), path)
		switch {
		case err != nil:
		case len(v.Changed) > 0:
			err = fmt.Errorf("%s: the %s is not what was written; changed are: %s", path, v.Kind, plain.List(v.Changed))
		case !v.Sealed:
			err = fmt.Errorf("%s: the %s has no seal: nothing tells whether it is what was written", path, v.Kind)
		default:
			ui.Say(cmd.OutOrStdout(), "%s: %s, as it was written\n", plain.Text(path), v.Kind)
		}
		failed = errors.Join(failed, err)
	}
	return failed
}
