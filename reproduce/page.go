package reproduce

import (
	"strings"

	"github.com/proxlab/proxlab/figures"
	"github.com/proxlab/proxlab/figures/paper"
	"github.com/spf13/pflag"
)

// Page is the flag --paper: the page that tables and figures are made for, if one was asked for. A program that writes
// what a sweep found offers it by Add, and writes by WriteOnPaper(dir, tables, figures, page.On()...).
type Page struct {
	name string
	on   []figures.Paper
}

// Add offers the flag.
func (p *Page) Add(flags *pflag.FlagSet) {
	flags.Var(p, "paper", "make tables (.tex) and figures (.pdf, .pgf) for a page: "+strings.Join(paper.Names(), ", "))
}

// On is the page that was asked for, or nothing.
func (p *Page) On() []figures.Paper { return p.on }

// Set takes the name of a page; its error names those there are.
func (p *Page) Set(name string) error {
	on, err := paper.Named(name)
	if err == nil {
		p.name, p.on = name, []figures.Paper{on}
	}
	return err
}

// String is the name that was given.
func (p *Page) String() string { return p.name }

// Type is what help says of the flag's value.
func (p *Page) Type() string { return "string" }
