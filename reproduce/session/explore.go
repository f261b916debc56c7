package session

import (
	"fmt"

	"github.com/proxlab/proxlab/figures"
	"github.com/proxlab/proxlab/figures/explore"
	"github.com/proxlab/proxlab/figures/notebook"
)

// Explore shows an explorable: controls, and the answer to the values that they start from, which is all that a page
// without scripts shows. When the reader moves a control the page asks the same function, compiled to WebAssembly, in
// JupyterLab and in the exported page alike: a cell's program ends with the cell, and a cell that stayed to answer
// would keep the kernel from all others.
//
//	session.Explore(explorables.Lasso)
func Explore(e explore.Explorable) {
	answer, err := e.Ask(Context(), e.Start())
	if err != nil {
		fmt.Printf("%s: %v\n", e.Title, err)
		return
	}
	notebook.Show(figures.Explorable{Of: e, Answer: answer})
}
