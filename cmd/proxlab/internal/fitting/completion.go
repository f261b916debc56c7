package fitting

import (
	"github.com/proxlab/proxlab/cmd/proxlab/internal/ui"
	"github.com/proxlab/proxlab/cmd/proxlab/internal/words"
	"github.com/spf13/cobra"
)

// offerFit tells shells the values of the flags of fit.
func offerFit(cmd *cobra.Command) {
	ui.Offers(cmd, "loss", words.LossWords)
	ui.Offers(cmd, "penalty", words.PenaltyWords)
	ui.Offers(cmd, "solver", solvers)
	ui.Offers(cmd, "choose", ui.Fixed(chooseOneStdError, chooseLeast))
	ui.OffersSets(cmd, "data")
	ui.OffersFormats(cmd)
}
