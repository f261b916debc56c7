// Command page is the program of pages with explorables: see package explorables. It is built for WebAssembly alone, by
// `proxlab notebooks export`.
package main

import (
	"github.com/proxlab/proxlab/figures/explore"
	"github.com/proxlab/proxlab/notebooks/explorables"
)

func main() { explore.Serve(explorables.All()...) }
