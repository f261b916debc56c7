package datasets

import (
	"github.com/proxlab/proxlab/datasets/frame"
	"github.com/proxlab/proxlab/datasets/source"
)

// What this package's functions take and return.
type (
	Kind          = source.Kind
	Source        = source.Source
	Policy        = source.Policy
	Entry         = source.Entry
	NotFoundError = source.NotFoundError
	Frame         = frame.Frame
	FrameOptions  = frame.Options
	Format        = frame.Format
)

// The kinds of data, the policies, and the environment variable of folders of data: see package source.
const (
	Real       = source.Real
	StandIn    = source.StandIn
	Synthetic  = source.Synthetic
	Unverified = source.Unverified

	Auto          = source.Auto
	OnlyReal      = source.OnlyReal
	OnlySynthetic = source.OnlySynthetic

	Env = source.Env
)

// file is one of a set's files.
func file(path, url, sum string) source.File { return source.File{Path: path, URL: url, SHA256: sum} }
