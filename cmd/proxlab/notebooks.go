package main
import "github.com/spf13/cobra"
func newNotebooks() *cobra.Command { return &cobra.Command{Use:"notebooks"} }
