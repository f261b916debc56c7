package datasets

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
)

// AtHand tells whether the files of a registered set are there, without reading them, and names their content: by the
// beginnings of their registered checksums, which whoever loads the set checks, or by its length where a file has none.
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
		path, err := Locate(e, f)
		if err != nil {
			return "", err
		}
		if f.SHA256 == "" {
			info, err := os.Stat(path)
			if err != nil {
				return "", err
			}
			sums = append(sums, fmt.Sprintf("%d bytes", info.Size()))
			continue
		}
		sums = append(sums, f.SHA256[:16])
	}
	return strings.Join(sums, " "), nil
}

// Choose says which data a policy comes to for a registered set, without reading them: real with the checksums of
// AtHand, or synthetic with none. The error is a *NotFoundError where the policy asks for data that are not at hand.
func Choose(policy Policy, name string) (kind Kind, checksums string, err error) {
	if policy == OnlySynthetic {
		return Synthetic, "", nil
	}
	checksums, err = AtHand(name)
	var missing *NotFoundError
	switch {
	case err == nil:
		return Real, checksums, nil
	case policy == Auto && errors.As(err, &missing):
		return Synthetic, "", nil
	}
	return "", "", err
}
