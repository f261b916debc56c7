package main

import (
	"cmp"
	"fmt"
	"os"
	"runtime"
	"strings"
	"sync"

	"github.com/proxlab/proxlab/cmd/proxlab/internal/ui"
	"github.com/proxlab/proxlab/internal/licenses"
	"github.com/proxlab/proxlab/reproduce/provenance"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"
	"github.com/spf13/pflag"
)

// addTemplateFuncs gives the templates of help what fits lines into the terminal: once, for cobra has one set for all
// commands.
var addTemplateFuncs = sync.OnceFunc(func() {
	width := func() int { return min(ui.HelpWidth, cmp.Or(ui.Columns(os.Stdout), ui.Narrow)) }
	cobra.AddTemplateFunc("listed", ui.Listed)
	cobra.AddTemplateFunc("columns", width)
	cobra.AddTemplateFunc("fitted", func(s string) string { return ui.BrokenAt(s, width(), "") })
	cobra.AddTemplateFunc("filled", func(s string) string { return ui.Filled(s, width()) })
	cobra.AddTemplateFunc("commands", func(s string) string { return ui.BrokenAt(s, width(), " \\") })
})

// fitHelp makes the help of all commands as wide as the terminal.
func fitHelp(root *cobra.Command) {
	addTemplateFuncs()
	root.SetUsageTemplate(strings.NewReplacer(
		".LocalFlags.FlagUsages", "((listed .LocalFlags).FlagUsagesWrapped columns)",
		".InheritedFlags.FlagUsages", "(.InheritedFlags.FlagUsagesWrapped columns)",
		"{{.Example}}", "{{.Example | commands}}",
		"Additional help topics:", `Topics of the command fit, as in "proxlab help losses":`,
		"{{rpad .CommandPath .CommandPathPadding}} {{.Short}}", "{{rpad .Name .NamePadding}}  {{.Short}}",
		"  {{rpad .Name .NamePadding }} {{.Short}}", `{{printf "  %s  %s" (rpad .Name .NamePadding) .Short | fitted}}`,
	).Replace(root.UsageTemplate()))
	const trimmed = "trimTrailingWhitespaces"
	root.SetHelpTemplate(strings.ReplaceAll(root.HelpTemplate(), trimmed, trimmed+" | filled") +
		"{{if .IsAdditionalHelpTopicCommand}}Flags of proxlab fit:\n" +
		"{{.LocalFlags.FlagUsagesWrapped columns | " + trimmed + "}}\n{{end}}")
}

func newVersion() *cobra.Command {
	return &cobra.Command{
		Use: "version", Short: "Print the version", Args: ui.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			_, err := fmt.Fprintf(cmd.OutOrStdout(), "proxlab %s\n", version())
			return err
		},
	}
}

func newLicenses() *cobra.Command {
	return &cobra.Command{
		Use: "licenses", Short: "Print the licences of what others wrote and this command carries", Args: ui.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			_, err := fmt.Fprint(cmd.OutOrStdout(), licenses.All)
			return err
		},
	}
}

// version says what program this is: its release, and the source revision that it was built from, where that is known.
func version() string {
	source, release := provenance.Revision(), provenance.Release
	kernel, _ := linalg.Kernel() // the command has said what is wrong with it
	const short = 12             // characters of a revision
	revision := cmp.Or(source[:min(short, len(source))], "of an unknown revision")
	if strings.HasSuffix(source, "+") {
		revision += " with changes"
	}
	switch {
	case release != "" && source == "":
		revision = release
	case release != "":
		revision = release + ", " + revision
	}
	return fmt.Sprintf("%s (%s, %s/%s, %s)", revision, runtime.Version(), runtime.GOOS, runtime.GOARCH, kernel)
}

func newMan() *cobra.Command {
	return &cobra.Command{
		Use:     "man FOLDER",
		Short:   "Write manual pages of all commands into a folder",
		Example: "  proxlab man ~/.local/share/man/man1",
		Args:    ui.Checked(cobra.ExactArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := os.MkdirAll(args[0], 0o777); err != nil {
				return err
			}
			root := cmd.Root()
			root.DisableAutoGenTag = true
			forManual(root)
			return doc.GenManTree(root, &doc.GenManHeader{Title: "PROXLAB", Section: "1", Source: "proxlab"}, args[0])
		},
	}
}

// forManual makes the texts of help ones of manual pages, which are Markdown: tables and formulas keep their lines.
// Topics have no page of their own: they are sections of the command that they belong to.
func forManual(cmd *cobra.Command) {
	var topics strings.Builder
	for _, c := range cmd.Root().Commands() {
		if c.IsAdditionalHelpTopicCommand() {
			fmt.Fprintf(&topics, "\n\n# %s\n%s", strings.ToUpper(c.Name()), manualText(c.Long))
		}
	}
	for _, c := range cmd.Commands() {
		c.Long = manualText(c.Long)
		if c.Annotations[ui.HasTopics] != "" {
			c.Long += topics.String()
		}
		c.Flags().VisitAll(func(f *pflag.Flag) { f.Usage = underscores.Replace(f.Usage) })
		forManual(c)
	}
}

// underscores and asterisks of Markdown are emphasis where they are not escaped.
var underscores = strings.NewReplacer("_", `\_`, "*", `\*`)

// manualText makes paragraphs in which a line begins or is parted by spaces ones that are printed as they are.
func manualText(text string) string {
	const narrow = 68 // of manual pages, which indent what they print
	paragraphs := strings.Split(strings.Trim(text, "\n"), "\n\n")
	for i, p := range paragraphs {
		if strings.Contains(p, "  ") {
			p = "    " + strings.ReplaceAll(ui.BrokenAt(p, narrow, ""), "\n", "\n    ")
		} else {
			p = underscores.Replace(p)
		}
		paragraphs[i] = p
	}
	return strings.Join(paragraphs, "\n\n")
}
