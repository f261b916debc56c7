package datasets

import (
	"github.com/proxlab/proxlab/datasets/frame"
	"github.com/proxlab/proxlab/datasets/source"
)

type (
	// Kind says what sort of data a result rests on.
	Kind = source.Kind
	// Source says where data came from.
	Source = source.Source
	// Policy says which data a caller wants.
	Policy = source.Policy
	// Entry describes a registered set.
	Entry = source.Entry
	// NotFoundError says that a set's file is nowhere, where it was looked for and how to get it.
	NotFoundError = source.NotFoundError
	// Frame is a user's examples: see package frame.
	Frame = frame.Frame
	// FrameOptions say which columns of a file are what: see package frame.
	FrameOptions = frame.Options
	// Format is the name of a format of files that ReadFrame reads.
	Format = frame.Format
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
