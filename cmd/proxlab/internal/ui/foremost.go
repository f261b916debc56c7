package ui

import (
	"strings"

	"github.com/spf13/pflag"
)

// HasTopics is the annotation of a command that has topics of help.
const HasTopics = "topics"

// foremost marks flags that help lists where a command has too many for a screen.
const foremost = "foremost"

// Foremost makes help of a command with these flags list the named ones alone; the rest stands elsewhere.
func Foremost(flags *pflag.FlagSet, names ...string) {
	for _, name := range names {
		if err := flags.SetAnnotation(name, foremost, nil); err != nil {
			panic(err)
		}
	}
}

// Listed are the flags that help lists: all, or the foremost ones with the first part of what is said of them.
func Listed(flags *pflag.FlagSet) *pflag.FlagSet {
	short := pflag.NewFlagSet("", pflag.ContinueOnError)
	short.SortFlags = false
	flags.VisitAll(func(f *pflag.Flag) {
		if _, is := f.Annotations[foremost]; is {
			brief := *f
			brief.Usage, _, _ = strings.Cut(f.Usage, ";")
			short.AddFlag(&brief)
		}
	})
	if !short.HasFlags() {
		return flags
	}
	return short
}
