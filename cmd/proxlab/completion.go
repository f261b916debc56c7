package main

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/proxlab/proxlab/datasets"
)

// offers are the values of a flag, from which a shell completes a word.
func offers(cmd *cobra.Command, flag string, values func() []string) {
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

func fixed(values ...string) func() []string { return func() []string { return values } }

// offersSets completes a registered set after @, and else the name of a file.
func offersSets(cmd *cobra.Command, flag string) {
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

// offersTreebanks completes a registered treebank after @, and else the name of a file: as an argument, and as the
// value of flags.
func offersTreebanks(cmd *cobra.Command, flags ...string) {
	complete := func(_ *cobra.Command, _ []string, word string) ([]string, cobra.ShellCompDirective) {
		return treebankWords(word)
	}
	cmd.ValidArgsFunction = complete
	for _, flag := range flags {
		if err := cmd.RegisterFlagCompletionFunc(flag, complete); err != nil {
			panic(err) // there is such a flag
		}
	}
}

func treebankWords(word string) (out []string, directive cobra.ShellCompDirective) {
	if !strings.HasPrefix(word, "@") {
		return nil, cobra.ShellCompDirectiveDefault
	}
	for _, name := range []string{grammarSet, "@ud-english-ewt", "@ud-english-partut"} {
		for _, part := range []string{"", ":" + devPart, ":" + testPart} {
			if strings.HasPrefix(name+part, word) {
				out = append(out, name+part)
			}
		}
	}
	return out, cobra.ShellCompDirectiveNoFileComp
}

func offersFormats(cmd *cobra.Command) {
	offers(cmd, "format", func() []string { return strings.Split(joined(datasets.Formats()), ", ") })
}

// offerValues tells shells the values of flags.
func offerValues(root *cobra.Command) {
	for _, cmd := range root.Commands() {
		switch cmd.Name() {
		case "fit":
			offers(cmd, "loss", fixed(lossWords()...))
			offers(cmd, "penalty", fixed(penaltyWords()...))
			offers(cmd, "solver", solvers)
			offersSets(cmd, "data")
			offersFormats(cmd)
			offers(cmd, "choose", fixed(chooseOneStdError, chooseLeast))
		case "predict":
			offersSets(cmd, "data")
			offersFormats(cmd)
		case "reproduce":
			cmd.ValidArgs = append(studyNames(), "all")
			offers(cmd, "scale", fixed("quick", "paper"))
			offers(cmd, "mode", fixed("literal", "sound", "both"))
			offers(cmd, "data", fixed("auto", "real", "synthetic"))
		case "claims":
			offers(cmd, "study", studyNames)
			offers(cmd, "verdict", verdictNames)
			offers(cmd, "claim", func() []string {
				claims, err := ledger(nil)
				if err != nil {
					return nil
				}
				var out []string
				for _, c := range claims {
					if !slices.Contains(out, c.ID) {
						out = append(out, c.ID)
					}
				}
				return out
			})
		}
	}
}
