// Package datasets finds, downloads, checks and reads data sets, and generates synthetic ones of the same shape.
//
// A set is searched for in the folders of the environment variable PROXLAB_DATA (a list like PATH's, of absolute paths;
// layout <set>/<file>), then in the cache (proxlab under os.UserCacheDir). Loading never downloads; Fetch does. What
// data a result came from is part of the result: every set carries its Source.
package datasets

import "fmt"

// Kind says what sort of data a result rests on.
type Kind string

// The kinds of data.
const (
	Real      Kind = "real"      // the set itself, checked by its checksum
	StandIn   Kind = "stand-in"  // another real set in the place of one that cannot be had
	Synthetic Kind = "synthetic" // generated
)

// Source says where data came from. SHA256 is that of the uncompressed content.
type Source struct {
	Name   string `json:"name"`
	Kind   Kind   `json:"kind"`
	SHA256 string `json:"sha256"`
}

// String returns the source in a few words, for captions.
func (s Source) String() string {
	return fmt.Sprintf("%s (%s, sha256 %.8s)", s.Name, s.Kind, s.SHA256)
}

// Policy says which data a caller wants.
type Policy string

// The policies.
const (
	Auto          Policy = "auto"      // the real set where it is found, else the synthetic one
	OnlyReal      Policy = "real"      // the real set or an error
	OnlySynthetic Policy = "synthetic" // the synthetic set, without looking for the real one
)

// ParsePolicy reads a policy; the error lists the three.
func ParsePolicy(s string) (Policy, error) {
	switch p := Policy(s); p {
	case Auto, OnlyReal, OnlySynthetic:
		return p, nil
	}
	return "", fmt.Errorf("data policy %q is none of auto, real, synthetic", s)
}
