package rnafiles

import (
	"bufio"
	"fmt"
	"io"

	"github.com/proxlab/proxlab/toolkit/structured/rna"
)

// Write writes sequences with their structures in brackets, as Read reads them.
func Write(w io.Writer, examples []rna.Example) error {
	out := bufio.NewWriter(w)
	for _, e := range examples {
		fmt.Fprintf(out, ">%s\n%s\n", e.Name, e.X)
		if e.Y != nil {
			fmt.Fprintln(out, e.Y)
		}
	}
	return out.Flush()
}
