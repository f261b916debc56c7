package structures

import (
	"strings"

	"github.com/spf13/cobra"
)

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
