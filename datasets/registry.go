package datasets

import (
	"fmt"
	"slices"
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

// All returns the entries of all registered sets, in the files that are at hand.
func All() []Entry {
	all := make([]Entry, len(registry))
	for i, e := range registry {
		all[i] = e.Here()
	}
	return all
}

// Find returns the entry of a set, in the files that are at hand; the error lists the names there are.
func Find(name string) (Entry, error) {
	names := make([]string, 0, len(registry))
	for _, e := range registry {
		if e.Name == name {
			return e.Here(), nil
		}
		names = append(names, e.Name)
	}
	return Entry{}, fmt.Errorf("no data set %q is registered; there are: %s", name, strings.Join(names, ", "))
}

// SourceOf is the source of a file that somebody brings along: real where its checksum is that of a registered file.
func SourceOf(name, sum string) Source {
	for _, e := range All() {
		for _, f := range e.Files {
			if f.SHA256 == sum {
				return Source{Name: name, Kind: Real, SHA256: sum}
			}
		}
	}
	return Source{Name: name, Kind: Unverified, SHA256: sum, Doubt: "its checksum is that of no registered file"}
}

// AtHand tells whether the files of a registered set are there, without reading them, and names their content by the
// beginnings of their registered checksums, which whoever loads the set checks. A file that has none is read, and named
// as unverified with the beginning of its own checksum.
// Where places in the list of files are given, counted from 0, it is about those files alone. The error is a
// *NotFoundError where a file is not there.
func AtHand(name string, places ...int) (checksums string, err error) {
	e, err := Find(name)
	if err != nil {
		return "", err
	}
	var sums []string
	for i, f := range e.Files {
		if len(places) > 0 && !slices.Contains(places, i) {
			continue
		}
		path, err := source.Locate(e, f)
		if err != nil {
			return "", err
		}
		if f.SHA256 == "" {
			found, err := source.ContentOf(path)
			if err != nil {
				return "", fmt.Errorf("data set %s: %w", name, err)
			}
			sums = append(sums, found)
			continue
		}
		sums = append(sums, f.SHA256[:16])
	}
	return strings.Join(sums, " "), nil
}

// Choose says which data a policy comes to for a registered set, without loading them: real or unverified with what
// AtHand says of them, or synthetic with nothing. The error is a *NotFoundError where the policy asks for data that are
// not at hand.
func Choose(policy Policy, name string) (kind Kind, checksums string, err error) {
	if policy == OnlySynthetic {
		return Synthetic, "", nil
	}
	checksums, err = AtHand(name)
	switch {
	case err == nil:
		if e, _ := Find(name); !e.Verifiable() { // it was found before
			return Unverified, checksums, nil
		}
		return Real, checksums, nil
	case policy.Instead(err):
		return Synthetic, "", nil
	}
	return "", "", err
}
