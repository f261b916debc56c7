package datasets

import (
	"fmt"
	"strings"
)

// File is one file of a set: its path below a data folder, <set>/<file>; where it can be had ("" where nowhere without
// asking somebody); and the SHA-256 of its uncompressed content. It may lie on disk plain, gzipped or bzip2ed.
type File struct {
	Path   string `json:"path"`
	URL    string `json:"url"`
	SHA256 string `json:"sha256"`
}

// Entry describes a set.
type Entry struct {
	Name     string `json:"name"`
	Title    string `json:"title"`
	Licence  string `json:"licence"`
	Citation string `json:"citation"`
	HowTo    string `json:"how_to,omitempty"` // how to get a set that has no address
	Files    []File `json:"files"`
}

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
