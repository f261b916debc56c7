package studies

import (
	"strings"

	"github.com/proxlab/proxlab/cmd/proxlab/internal/ui"
	"github.com/proxlab/proxlab/figures"
	"github.com/proxlab/proxlab/figures/paper"
	"github.com/spf13/cobra"
)

// paperFlag is the page that tables and figures are made for; "" for none.
type paperFlag string

// add offers the flag.
func (f *paperFlag) add(cmd *cobra.Command) {
	cmd.Flags().StringVar((*string)(f), "paper", "",
		"make tables (.tex) and figures (.pdf, .pgf) for a page: "+strings.Join(paper.Names(), ", "))
	ui.Offers(cmd, "paper", ui.Fixed(paper.Names()...))
}

// papers is the page that was asked for, if one was.
func (f paperFlag) papers() ([]figures.Paper, error) {
	if f == "" {
		return nil, nil
	}
	on, err := paper.Named(string(f))
	return []figures.Paper{on}, err
}
