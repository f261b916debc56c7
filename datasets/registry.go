package datasets

import (
	"fmt"
	"strings"
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

// SourceOf is the source of a file that somebody brings along: real where its checksum is that of a registered file.
func SourceOf(name, sum string) Source {
	for _, e := range registry {
		for _, f := range e.Files {
			if f.SHA256 == sum {
				return Source{Name: name, Kind: Real, SHA256: sum}
			}
		}
	}
	return Source{Name: name, Kind: Unverified, SHA256: sum, Doubt: "its checksum is that of no registered file"}
}
