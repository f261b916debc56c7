package matrices

import (
	"github.com/proxlab/proxlab/cmd/proxlab/internal/ui"
	"github.com/proxlab/proxlab/toolkit/fit/matrices"
	"github.com/spf13/cobra"
)

// covarianceFlags are the flags of the command as they are given.
type covarianceFlags struct {
	dataFlags
	jointFlags
	lambda, choose, out, precision, covariance, figure string
	path, folds, stability                             int
	gamma                                              float64
	seed                                               uint64
	standardize                                        bool
	of                                                 matrices.GraphicalLasso
}

// Criteria by which a graph of a path is chosen.
const (
	byEBIC  = "ebic"
	byFolds = "folds"
)

// jointFlags are those of graphs of several classes.
type jointFlags struct {
	by, joint string
	share     float64
}

// Forms of what graphs of classes have in common.
const (
	jointGroup = "group"
	jointFused = "fused"
)

func (f *jointFlags) add(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringVar(&f.by, "by", "", "learn a graph for each value of this column of a CSV file, jointly")
	flags.StringVar(&f.joint, "joint", jointGroup, "what graphs of --by have in common: edges, "+jointGroup+", or their "+
		"strengths, too, "+jointFused)
	flags.Float64Var(&f.share, "share", 0.5, "with --by, how much they have in common: η as a share of λ")
	ui.Offers(cmd, "joint", ui.Fixed(jointGroup, jointFused))
}
