package ui

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/proxlab/proxlab/datasets"
)

// Offers are the values of a flag, from which a shell completes a word.
func Offers(cmd *cobra.Command, flag string, values func() []string) {
	complete := func(_ *cobra.Command, _ []string, word string) ([]string, cobra.ShellCompDirective) {
		begun := word[:strings.LastIndex(word, ",")+1] // of a list
		var out []string
		for _, v := range values() {
			if strings.HasPrefix(v, word[len(begun):]) {
				out = append(out, begun+v)
			}
		}
		return out, cobra.ShellCompDirectiveNoFileComp
	}
	if err := cmd.RegisterFlagCompletionFunc(flag, complete); err != nil {
		panic(err) // there is such a flag
	}
}

// Fixed are values that are always the same.
func Fixed(values ...string) func() []string { return func() []string { return values } }

// OffersSets completes a registered set after @, and else the name of a file.
func OffersSets(cmd *cobra.Command, flag string) {
	complete := func(_ *cobra.Command, _ []string, word string) ([]string, cobra.ShellCompDirective) {
		if !strings.HasPrefix(word, "@") {
			return nil, cobra.ShellCompDirectiveDefault
		}
		var out []string
		for _, name := range datasets.Registered() {
			out = append(out, "@"+name, "@"+name+":test")
		}
		out = slices.DeleteFunc(out, func(s string) bool { return !strings.HasPrefix(s, word) })
		return out, cobra.ShellCompDirectiveNoFileComp
	}
	if err := cmd.RegisterFlagCompletionFunc(flag, complete); err != nil {
		panic(err) // there is such a flag
	}
}

// OffersFormats completes --format.
func OffersFormats(cmd *cobra.Command) {
	Offers(cmd, "format", func() []string { return strings.Split(Joined(datasets.Formats()), ", ") })
}
