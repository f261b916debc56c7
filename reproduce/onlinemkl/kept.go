package onlinemkl

import (
	"embed"
	"io/fs"
)

//go:embed results
var kept embed.FS

// keptRecords are the records kept at paper scale, written by `make records`.
func keptRecords() fs.FS {
	sub, err := fs.Sub(kept, "results")
	if err != nil {
		panic(err) // the name is a constant
	}
	return sub
}
