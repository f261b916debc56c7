package lab

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/proxlab/proxlab/cmd/proxlab/internal/articles"
	"github.com/proxlab/proxlab/cmd/proxlab/internal/own"
	"github.com/proxlab/proxlab/cmd/proxlab/internal/ui"
	"github.com/proxlab/proxlab/figures"
	"github.com/proxlab/proxlab/figures/guard"
	"github.com/proxlab/proxlab/internal/outfile"
	"github.com/proxlab/proxlab/internal/processes"
	"github.com/spf13/cobra"
)

// newExport is the command notebooks export.
func newExport() *cobra.Command {
	to, out, oneFile := "html", "", false
	cmd := &cobra.Command{
		Use:   "export FILE...",
		Short: "Export executed notebooks: pages that work offline, or sources of Quarto or MyST",
		Long: "Export executed notebooks to HTML that works offline, beside them. Pages of notebooks that show\n" +
			"explorables (session.Explore) solve again when a control moves: the program is in " + figures.ModuleFile + ",\n" +
			"which is written beside them, and which all pages of a folder share. It knows the variables of packages\n" +
			"that cells name, as in session.Explore(figures.Mine), of your own packages too.\n" +
			"With --one-file it is in the page, which then needs nothing beside it.\n\n" +
			"With --to quarto or --to myst they become sources for an article, in the folder --out: text with formulas,\n" +
			"figures as files, tables, and labels for references to both; `quarto render` or `myst build` goes on there.",
		Example: "  proxlab notebooks export my.ipynb\n  proxlab notebooks export --to myst --out article my.ipynb",
		Args:    ui.Checked(cobra.MinimumNArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error {
			paths := make([]string, len(args))
			for k, path := range args {
				var err error
				if paths[k], err = filepath.Abs(path); err != nil {
					return err
				}
			}
			k := slices.IndexFunc(articles.Dialects, func(d articles.Dialect) bool { return d.Name == to })
			switch {
			case k >= 0 && out == "":
				return ui.Usage(fmt.Errorf("--to %s needs --out, the folder of the sources", to))
			case k >= 0:
				err := articles.Write(cmd.Context(), articles.Dialects[k], out, paths)
				if err == nil {
					fmt.Fprintf(cmd.OutOrStdout(), "sources for %s are in %s\n", to, out)
				}
				return err
			case to != "html":
				return ui.Usage(fmt.Errorf("--to takes html, quarto or myst, not %q", to))
			case out != "":
				return ui.Usage(errors.New("--out goes with --to quarto or myst: pages stand beside their notebooks"))
			}
			j, err := findJupyter()
			if err != nil {
				return err
			}
			if oneFile {
				return j.exportAlone(cmd, paths...)
			}
			return j.export(cmd, paths...)
		},
	}
	cmd.Flags().StringVar(&to, "to", to, "html, quarto or myst")
	cmd.Flags().BoolVar(&oneFile, "one-file", false,
		"put the program into the page, with those figures alone that it shows")
	cmd.Flags().StringVar(&out, "out", "", "the folder for sources of quarto or myst")
	return cmd
}

// export writes executed notebooks as pages beside them, with the program by which figures with controls answer. The
// error names those that could not be exported; the others are.
func (j jupyter) export(cmd *cobra.Command, paths ...string) error {
	done, failed := j.writePages(cmd, paths)
	if err := cmd.Context().Err(); err != nil {
		return errors.Join(failed, err)
	}
	return errors.Join(failed, j.writeProgram(cmd, done...))
}

// templates has the page into which notebooks are exported, in the project.
const templates = "tools/notebooks/template"

// exportAlone writes executed notebooks as pages that need nothing beside them: the program by which figures with
// controls answer is in the page, and knows those of its notebook alone, and so are the licences.
func (j jupyter) exportAlone(cmd *cobra.Command, paths ...string) error {
	done, failed := j.writePages(cmd, paths)
	for _, path := range done {
		if err := j.fill(cmd, path); err != nil {
			failed = errors.Join(failed, fmt.Errorf("%s: %w", path, err))
		}
	}
	return failed
}

// writePages writes the pages, and one that leads to all of a folder, and returns the notebooks that it has exported.
// Where Node and the library of formulas are installed, formulas are MathML; else readers' pages load what draws them
// from the web.
func (j jupyter) writePages(cmd *cobra.Command, paths []string) (done []string, err error) {
	args := []string{"nbconvert", "--log-level=WARN", "--to", "html", "--HTMLExporter.require_js_url="}
	library, template := filepath.Join(j.root, "node_modules", "temml"), filepath.Join(j.project(), templates)
	node, missing := exec.LookPath("node")
	offline := missing == nil && own.Exists(library)
	if offline {
		args = append(args, "--template=proxlab", "--TemplateExporter.extra_template_basedirs="+template)
	}
	done, failed := j.convert(cmd, args, paths)
	if offline && len(done) > 0 { // what draws formulas from elsewhere loads its parts
		script := []string{filepath.Join(template, "proxlab", "mathml.js"), library}
		if err := guarded(cmd, node, script, done); err != nil {
			return done, errors.Join(failed, err)
		}
	}
	written := map[string]bool{}
	for _, path := range done {
		if folder := filepath.Dir(path); !written[folder] {
			written[folder] = true
			if err := j.writeIndex(cmd, folder); err != nil {
				return done, errors.Join(failed, err)
			}
		}
	}
	return done, failed
}

// guarded turns the formulas of pages into MathML, and gives the pages their policy.
func guarded(cmd *cobra.Command, node string, script, paths []string) error {
	pages := make([]string, len(paths))
	for k, path := range paths {
		pages[k] = strings.TrimSuffix(path, ".ipynb") + ".html"
	}
	if err := quietly(cmd, processes.Command(cmd.Context(), node, slices.Concat(script, pages)...)); err != nil {
		return fmt.Errorf("formulas: %w", err)
	}
	for _, page := range pages {
		text, err := os.ReadFile(page)
		if err == nil {
			err = outfile.Write(cmd.Context(), page, guard.Page(text), 0o666)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// convert exports notebooks by one call of Jupyter, which ends at the first that it cannot read: then by one each. It
// returns those that it has exported, and an error that names the others.
func (j jupyter) convert(cmd *cobra.Command, args, paths []string) (done []string, err error) {
	for _, path := range paths { // which is what most often is wrong, and quickly said
		if _, _, wrong := galleryEntry(path); wrong != nil {
			err = errors.Join(err, fmt.Errorf("%s was not exported: %w", path, wrong))
			continue
		}
		done = append(done, path)
	}
	if len(done) == 0 {
		return nil, err
	}
	log, failed := logged(cmd, j.command(cmd, slices.Concat(args, done)...))
	if failed == nil || cmd.Context().Err() != nil {
		return done, err
	}
	if len(done) == 1 {
		_, _ = io.WriteString(cmd.ErrOrStderr(), log)
		return nil, errors.Join(err, fmt.Errorf("%s was not exported: %w", done[0], failed))
	}
	all := done
	done = nil
	for _, path := range all {
		one, failed := j.convert(cmd, args, []string{path})
		done, err = append(done, one...), errors.Join(err, failed)
	}
	return done, err
}
