package main

import (
	"cmp"
	"fmt"
	"os"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"

	"github.com/proxlab/proxlab/reproduce"
)

// helpWidth is that of help where there is no terminal.
const helpWidth = 120

// addTemplateFuncs gives the templates of help what fits lines into the terminal: once, for cobra has one set for all
// commands.
var addTemplateFuncs = sync.OnceFunc(func() {
	width := func() int { return min(helpWidth, cmp.Or(columns(os.Stdout), helpWidth)) }
	cobra.AddTemplateFunc("columns", width)
	cobra.AddTemplateFunc("fitted", func(s string) string { return brokenAt(s, width(), "") })
	cobra.AddTemplateFunc("commands", func(s string) string { return brokenAt(s, width(), " \\") })
})

// fitHelp makes the help of all commands as wide as the terminal.
func fitHelp(root *cobra.Command) {
	addTemplateFuncs()
	root.SetUsageTemplate(strings.NewReplacer(
		".LocalFlags.FlagUsages", "(.LocalFlags.FlagUsagesWrapped columns)",
		".InheritedFlags.FlagUsages", "(.InheritedFlags.FlagUsagesWrapped columns)",
		"{{.Example}}", "{{.Example | commands}}",
		"  {{rpad .Name .NamePadding }} {{.Short}}", `{{printf "  %s  %s" (rpad .Name .NamePadding) .Short | fitted}}`,
	).Replace(root.UsageTemplate()))
	const trimmed = "trimTrailingWhitespaces"
	root.SetHelpTemplate(strings.ReplaceAll(root.HelpTemplate(), trimmed, trimmed+" | fitted"))
}

// brokenAt breaks lines that are wider at spaces, and writes a sign where it does. What goes on stands under the text
// of its line, behind the last gap of two spaces or more; in commands further in.
func brokenAt(text string, width int, sign string) string {
	var out []string
	for line := range strings.SplitSeq(text, "\n") {
		indent := utf8.RuneCountInString(line) - utf8.RuneCountInString(strings.TrimLeft(line, " "))
		if gap := strings.LastIndex(strings.TrimRight(line, " "), "  "); sign == "" && gap > 0 && gap+2 < width/2 {
			indent = utf8.RuneCountInString(line[:gap+2])
		} else if sign != "" {
			indent = 4
		}
		for utf8.RuneCountInString(line) > width {
			at := strings.LastIndex(string([]rune(line)[:width-len(sign)]), " ")
			if at < 0 || utf8.RuneCountInString(line[:at]) <= indent { // a long word stands alone
				text := len(line) - len(strings.TrimLeft(line, " "))
				if at = strings.Index(line[text:], " "); at < 0 {
					break
				}
				at += text
			}
			out = append(out, strings.TrimRight(line[:at], " ")+sign)
			line = strings.Repeat(" ", indent) + strings.TrimLeft(line[at:], " ")
		}
		out = append(out, line)
	}
	return strings.Join(out, "\n")
}

// release is the version of a released command, set when it is linked; "" otherwise.
var release string

func newVersion() *cobra.Command {
	return &cobra.Command{
		Use: "version", Short: "Print the version", Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			_, err := fmt.Fprintf(cmd.OutOrStdout(), "proxlab %s\n", version())
			return err
		},
	}
}

// version says what program this is: its release, and the source revision that it was built from, where that is known.
func version() string {
	s := reproduce.ThisSystem()
	const short = 12 // characters of a revision
	revision := cmp.Or(s.Revision[:min(short, len(s.Revision))], "of an unknown revision")
	if strings.HasSuffix(s.Revision, "+") {
		revision += " with changes"
	}
	switch {
	case release != "" && s.Revision == "":
		revision = release
	case release != "":
		revision = release + ", " + revision
	}
	return fmt.Sprintf("%s (%s, %s, %s)", revision, s.Go, s.OS, s.Kernel)
}

func newMan() *cobra.Command {
	return &cobra.Command{
		Use:     "man FOLDER",
		Short:   "Write manual pages of all commands into a folder",
		Example: "  proxlab man ~/.local/share/man/man1",
		Args:    checked(cobra.ExactArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := os.MkdirAll(args[0], 0o777); err != nil {
				return err
			}
			root := cmd.Root()
			root.DisableAutoGenTag = true
			return doc.GenManTree(root, &doc.GenManHeader{Title: "PROXLAB", Section: "1", Source: "proxlab"}, args[0])
		},
	}
}
