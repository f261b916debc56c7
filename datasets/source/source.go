// Package source is the ground that data sets stand on: what they are called, where their files are, and how these are
// read: unpacked, within limits of memory, line by line, with errors that name the place.
package source

import "fmt"

// Kind says what sort of data a result rests on.
type Kind string

// The kinds of data.
const (
	Real       Kind = "real"       // the set itself, checked by its checksum
	StandIn    Kind = "stand-in"   // another real set in the place of one that cannot be had
	Synthetic  Kind = "synthetic"  // generated
	Unverified Kind = "unverified" // what lies in the place of a set whose checksum nobody knows, or a file of one's own
)

// Source says where data came from. SHA256 is that of the uncompressed content. Doubt says why data are Unverified.
type Source struct {
	Name   string `json:"name"`
	Kind   Kind   `json:"kind"`
	SHA256 string `json:"sha256"`
	Doubt  string `json:"doubt,omitempty"`
}

// Generated is the source of a synthetic set.
func Generated(name, sum string) Source { return Source{Name: name, Kind: Synthetic, SHA256: sum} }

// String returns the source in a few words, for captions.
func (s Source) String() string {
	kind := string(s.Kind)
	if s.Doubt != "" {
		kind += ": " + s.Doubt
	}
	return fmt.Sprintf("%s (%s, sha256 %.8s)", s.Name, kind, s.SHA256)
}

// Policy says which data a caller wants.
type Policy string

// The policies.
const (
	Auto          Policy = "auto"      // the set where it is found, real or unverified, else the synthetic one
	OnlyReal      Policy = "real"      // the set, real or unverified, or an error
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
