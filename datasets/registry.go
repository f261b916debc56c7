package datasets

import (
	"fmt"
	"strings"

	"github.com/proxlab/proxlab/datasets/source"
)

// registry holds every set there is a loader for, in the order in which they are listed.
var registry = func() []Entry {
	all := []Entry{
		ocrEntry, computersEntry, bankEntry, omniglotEntry, schoolEntry, greyEntry, ewtEntry, partutEntry, rnaEntry,
	}
	for _, s := range rankingSpecs {
		all = append(all, s.entry)
	}
	for _, s := range binarySpecs {
		all = append(all, s.entry)
	}
	return all
}()

// All returns the entries of all registered sets.
func All() []Entry { return append([]Entry(nil), registry...) }

// Find returns the entry of a set; the error lists the names there are.
func Find(name string) (Entry, error) {
	names := make([]string, 0, len(registry))
	for _, e := range registry {
		if e.Name == name {
			return e, nil
		}
		names = append(names, e.Name)
	}
	return Entry{}, fmt.Errorf("no data set %q is registered; there are: %s", name, strings.Join(names, ", "))
}

// file is one of a set's files.
func file(path, url, sum string) source.File { return source.File{Path: path, URL: url, SHA256: sum} }
