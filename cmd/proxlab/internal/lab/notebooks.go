// Package lab has the commands notebooks and site.
package lab

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/proxlab/proxlab/cmd/proxlab/internal/own"
	"github.com/proxlab/proxlab/cmd/proxlab/internal/ui"
	"github.com/proxlab/proxlab/figures/notebook"
	"github.com/proxlab/proxlab/internal/outfile"
	"github.com/spf13/cobra"
	"golang.org/x/sync/errgroup"
)

// NewNotebooks is the command notebooks.
func NewNotebooks() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "notebooks",
		Short: "Execute the notebooks, export them, or open copies in JupyterLab",
		Long: "Execute the notebooks with the GoNB kernel, export them, or open copies in JupyterLab.\n" +
			"Set-up is `make setup` in a clone of the project, `proxlab notebooks new` elsewhere.",
		Args: ui.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(
		newOwn(),
		newRun(),
		&cobra.Command{
			Use: "html [NAME...]", Short: "Execute copies in out/notebooks and export them to HTML that works offline",
			RunE: func(cmd *cobra.Command, args []string) error { return executeNotebooks(cmd, args, true) },
		},
		&cobra.Command{
			Use: "gallery", Short: "Write notebooks/README.md: a thumbnail and a word about each notebook", Args: ui.NoArgs,
			RunE: func(cmd *cobra.Command, _ []string) error {
				j, err := findJupyter()
				if err != nil {
					return err
				}
				return writeGallery(cmd, j)
			},
		},
		newExport(),
		&cobra.Command{
			Use: "save NAME...", Short: "Bring copies from the folder lab back to the notebooks",
			Args: ui.Checked(cobra.MinimumNArgs(1)),
			RunE: func(cmd *cobra.Command, args []string) error {
				j, err := findJupyter()
				if err != nil {
					return err
				}
				return j.save(cmd, args)
			},
		},
		&cobra.Command{
			Use: "copy NAME...", Short: "Copy notebooks to the folder lab anew, and put the copies there aside",
			Args: ui.Checked(cobra.MinimumNArgs(1)),
			RunE: func(cmd *cobra.Command, args []string) error {
				j, err := findJupyter()
				if err != nil {
					return err
				}
				return j.copyAnew(cmd, args)
			},
		},
		&cobra.Command{
			Use: "open [JUPYTER ARGUMENT...]", DisableFlagParsing: true,
			Short: "Open JupyterLab on copies of the notebooks, in the folder lab",
			RunE: func(cmd *cobra.Command, args []string) error {
				j, err := findJupyter()
				if err != nil {
					return err
				}
				end, err := j.prepareCells(cmd)
				if err != nil {
					return err
				}
				defer end()
				lab := []string{"lab"}
				switch {
				case strings.Contains(strings.Join(args, " "), "root_dir="):
				case j.own():
					folder := filepath.Join(j.root, "notebooks")
					lab = append(lab, "--notebook-dir="+folder)
					defer j.programBeside(cmd, folder)()
				default:
					if err := j.copyNotebooks(cmd); err != nil {
						return err
					}
					folder := filepath.Join(j.root, copiesFolder)
					lab = append(lab, "--notebook-dir="+folder)
					defer j.programBeside(cmd, folder)()
				}
				if os.Geteuid() == 0 { // as in a container
					lab = append(lab, "--allow-root")
				}
				return runJupyter(cmd, j.command(cmd, append(lab, args...)...))
			},
		},
	)
	return cmd
}

// newRun is the command notebooks run.
func newRun() *cobra.Command {
	var settings []string
	cmd := &cobra.Command{
		Use:   "run [NAME...]",
		Short: "Execute notebooks in place, charts linked to the public CDN: for notebooks to commit",
		Long: "Execute notebooks in place, charts linked to the public CDN: for notebooks to commit.\n\n" +
			"With -p a copy in out/notebooks is executed, whose name says what was set; the notebook is left as it is. What\n" +
			"can be set is declared by the cell that has the tag \"parameters\".",
		Example: "  proxlab notebooks run first -p lambda=0.1 -p features=500",
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(settings) == 0 {
				return executeNotebooks(cmd, args, false)
			}
			if len(args) != 1 {
				return ui.Usage(errors.New("-p sets parameters of one notebook: name it"))
			}
			j, err := findJupyter()
			if err != nil {
				return err
			}
			return j.runSet(cmd, args[0], settings)
		},
	}
	cmd.Flags().StringArrayVarP(&settings, "parameter", "p", nil, "set a parameter, as name=value; may be repeated")
	return cmd
}

// runSet executes a copy of a notebook with other parameters.
func (j jupyter) runSet(cmd *cobra.Command, name string, settings []string) error {
	paths, err := j.notebooks([]string{name})
	if err != nil {
		return err
	}
	text, err := os.ReadFile(paths[0])
	if err != nil {
		return err
	}
	if text, err = withParameters(text, settings); err != nil {
		return ui.Usage(fmt.Errorf("%s: %w", filepath.Base(paths[0]), err))
	}
	out := filepath.Join(j.root, "out", "notebooks")
	copied := filepath.Join(out, notebookName(paths[0])+"."+fileName(settings)+".ipynb")
	if err := os.MkdirAll(out, 0o777); err != nil {
		return err
	}
	if err := outfile.Write(cmd.Context(), copied, text, 0o666); err != nil {
		return err
	}
	end, err := j.prepareCells(cmd)
	if err != nil {
		return err
	}
	defer end()
	if err := j.execute(cmd, 1, out, []string{copied}); err != nil {
		return err
	}
	fmt.Fprintf(cmd.OutOrStdout(), "the copy is %s\n", copied)
	return nil
}

// notebooks returns the paths of the notebooks of these names, all when there is none.
func (j jupyter) notebooks(names []string) ([]string, error) {
	all, err := filepath.Glob(filepath.Join(j.root, "notebooks", "*.ipynb"))
	if err != nil || len(names) == 0 {
		return all, err
	}
	var out []string
	for _, n := range names {
		path := filepath.Join(j.root, "notebooks", notebookName(n)+".ipynb")
		if !own.Exists(path) {
			return nil, ui.Usage(fmt.Errorf("there is no notebook %q", n))
		}
		if named, err := filepath.Abs(n); filepath.Base(n) != n && (err != nil || named != path) {
			return nil, ui.Usage(fmt.Errorf("%s is not in %s", n, filepath.Dir(path)))
		}
		out = append(out, path)
	}
	return out, nil
}

// executeNotebooks executes notebooks, in place or as copies, which are exported too. In place it is one by one, as the
// times that cells measure stay with the project; of copies the first is executed and its page made at once, then the
// others, and the program by which pages answer. It ends at the first failing cell, whose code and message Jupyter
// prints.
func executeNotebooks(cmd *cobra.Command, names []string, copies bool) error {
	j, err := findJupyter()
	if err != nil {
		return err
	}
	paths, err := j.notebooks(names)
	if err != nil {
		return err
	}
	end, err := j.prepareCells(cmd)
	if err != nil {
		return err
	}
	defer end()
	if !copies {
		if err := j.execute(cmd, 1, "", paths); err != nil {
			return err
		}
		return renewGallery(cmd, j, paths)
	}
	out := filepath.Join(j.root, "out", "notebooks")
	first, others := paths[:min(1, len(paths))], paths[min(1, len(paths)):]
	if err := j.executeCopies(cmd, out, first); err != nil {
		return err
	}
	program := make(chan error, 1)
	go func() { // beside the others: it takes longer than the first page where nothing is compiled for pages yet
		if !slices.ContainsFunc(paths, explores) {
			program <- nil
			return
		}
		program <- j.writeProgramTo(cmd.Context(), cmd.ErrOrStderr(), out)
	}()
	if len(others) > 0 {
		fmt.Fprintf(cmd.OutOrStdout(), "a first page is there: %s\n", filepath.Join(out, notebookName(first[0])+".html"))
		err = j.executeCopies(cmd, out, others)
	}
	if err := errors.Join(err, <-program); err != nil {
		return err
	}
	fmt.Fprintf(cmd.OutOrStdout(), "notebooks and pages are in %s\n", out)
	return nil
}

// executeCopies executes copies of notebooks in a folder, as many at a time as there are processors, two at most, and
// writes their pages.
func (j jupyter) executeCopies(cmd *cobra.Command, out string, paths []string) error {
	err := j.execute(cmd, min(2, runtime.NumCPU()), out, paths)
	var done []string
	for _, path := range paths {
		if path = filepath.Join(out, filepath.Base(path)); err == nil || own.Exists(path) {
			done = append(done, path)
		}
	}
	if len(done) == 0 {
		return err
	}
	_, failed := j.writePages(cmd, done)
	return errors.Join(err, failed)
}

// execute executes notebooks, so many at a time, in place or as copies in a folder. After one that fails it begins no
// other.
func (j jupyter) execute(cmd *cobra.Command, atOnce int, out string, paths []string) error {
	g, ctx := errgroup.WithContext(cmd.Context())
	g.SetLimit(atOnce)
	var said sync.Mutex
	for _, path := range paths {
		g.Go(func() error {
			if ctx.Err() != nil {
				return context.Cause(ctx)
			}
			args := []string{"nbconvert", "--log-level=WARN", "--to", "notebook",
				"--execute", "--ExecutePreprocessor.timeout=600", path}
			charts := "link"
			if out != "" {
				args, charts = append(args, "--output-dir", out), "embed"
			} else {
				args = append(args, "--inplace")
			}
			start := time.Now()
			run := j.command(cmd, args...)
			run.Env = append(run.Env, notebook.ChartsEnv+"="+charts)
			if err := quietly(cmd, run); err != nil {
				return fmt.Errorf("%s: %w", filepath.Base(path), err)
			}
			said.Lock()
			defer said.Unlock()
			fmt.Fprintf(cmd.OutOrStdout(), "%s: executed in %.1f s\n", filepath.Base(path), time.Since(start).Seconds())
			return nil
		})
	}
	return g.Wait()
}
