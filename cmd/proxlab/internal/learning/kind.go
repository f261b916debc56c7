package learning

import (
	"encoding/json"
	"fmt"
	"io"
	"math"
	"slices"

	"github.com/proxlab/proxlab/cmd/proxlab/internal/ui"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/spf13/cobra"
)

// Kind is a kind of structure: the command of its name, which trains, predicts and scores.
type Kind struct {
	Use, Short, Long, Example string
	Train, Predict            *cobra.Command
	Score                     Comparison
}

// Command is that of the kind.
func (k Kind) Command() *cobra.Command {
	cmd := &cobra.Command{
		Use: k.Use, Short: k.Short, Long: k.Long, Example: k.Example, Args: ui.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(k.Train, k.Predict, k.Score.command())
	return cmd
}

// Comparison is the command score of a kind.
type Comparison struct {
	Use, Short, Long, Example string // Use is what stands behind score
	Flags                     func(cmd *cobra.Command)
	Compare                   func(cmd *cobra.Command, names []string) (Scores, error)
}

// Scores are what two files make, for people; their fields are for programs.
type Scores interface{ Print(w io.Writer) }

// command compares what two files have, and prints what they make.
func (c Comparison) command() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use: "score " + c.Use, Short: c.Short, Long: c.Long, Example: c.Example, Args: ui.Checked(cobra.ExactArgs(2)),
		RunE: func(cmd *cobra.Command, names []string) error {
			if err := OneStandardInput(names...); err != nil {
				return err
			}
			s, err := c.Compare(cmd, names)
			if err != nil {
				return err
			}
			if asJSON {
				return json.NewEncoder(cmd.OutOrStdout()).Encode(s)
			}
			s.Print(cmd.OutOrStdout())
			return nil
		},
	}
	cmd.Flags().SortFlags = false
	if c.Flags != nil {
		c.Flags(cmd)
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print one JSON object on one line")
	return cmd
}

// CheckC tests the flag of 1/(μn).
func CheckC(c float64) error {
	if !(c > 0) || math.IsInf(c, 1) {
		return ui.Usage(fmt.Errorf("--C %g: it must be positive and finite", c))
	}
	return nil
}

// Passes says how passes go whose gap is known.
func Passes(w io.Writer) func(solver.Progress) {
	return func(p solver.Progress) {
		if !math.IsNaN(p.Gap) {
			fmt.Fprintf(w, "  pass %d  %7.1f s  objective %.5g  gap %.2g\n", p.Iter, p.Elapsed.Seconds(), p.Objective, p.Gap)
		}
	}
}

// LabelScore counts what has a label: how many have it, how many were given it, and both.
type LabelScore struct {
	Label string `json:"label"`
	True  int    `json:"true"`
	Found int    `json:"found"`
	Right int    `json:"right"`
}

// CountLabels counts the labels of these names in sets of them, true ones and those that were found.
func CountLabels(names []string, truth, found [][]string) []LabelScore {
	out, at := make([]LabelScore, len(names)), map[string]*LabelScore{}
	for k, name := range names {
		out[k].Label, at[name] = name, &out[k]
	}
	for i, labels := range truth {
		for _, label := range labels {
			at[label].True++
		}
		for _, label := range found[i] {
			at[label].Found++
			if slices.Contains(labels, label) {
				at[label].Right++
			}
		}
	}
	return out
}
