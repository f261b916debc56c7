package lab

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/proxlab/proxlab/figures"
	"github.com/proxlab/proxlab/internal/outfile"
	"github.com/proxlab/proxlab/notebooks/explorables/module"
)

// pageProgram is the program that answers in pages with explorables, once it was built, and the figures that it knows.
type pageProgram struct {
	script []byte
	knows  string
}

// explores tells whether a notebook shows explorables.
func explores(path string) bool {
	text, err := os.ReadFile(path)
	return err == nil && bytes.Contains(text, []byte("Explore("))
}

// writeProgram puts the program into the folders of those notebooks that show explorables.
func (j jupyter) writeProgram(cmd *cobra.Command, paths ...string) error {
	written := map[string]bool{}
	for _, path := range paths {
		folder := filepath.Dir(path)
		if written[folder] || !explores(path) {
			continue
		}
		written[folder] = true
		if err := j.writeProgramTo(cmd.Context(), cmd.ErrOrStderr(), folder); err != nil {
			return err
		}
	}
	return nil
}

// writeProgramTo puts the program into a folder, whose pages share it: it knows what the notebooks there show, and
// those of the project.
func (j jupyter) writeProgramTo(ctx context.Context, notices io.Writer, folder string) error {
	shown, err := j.shown(notices, filepath.Join(j.root, "notebooks"), folder)
	if err != nil || len(shown) == 0 {
		return err
	}
	if knows := fmt.Sprint(shown); j.page.script == nil || j.page.knows != knows {
		script, err := module.Script(ctx, j.root, shown)
		if err != nil {
			return err
		}
		j.page.script, j.page.knows = script, knows
	}
	return outfile.Write(ctx, filepath.Join(folder, figures.ModuleFile), j.page.script, 0o666)
}

// shown are the explorables of the notebooks in these folders; notices are of those that no page can ask for.
func (j jupyter) shown(notices io.Writer, folders ...string) (module.Figures, error) {
	out, seen := module.Figures{}, map[string]bool{}
	for _, folder := range folders {
		paths, err := filepath.Glob(filepath.Join(folder, "*.ipynb"))
		if err != nil {
			return nil, err
		}
		for _, path := range paths {
			if seen[path] || !explores(path) {
				continue
			}
			seen[path] = true
			text, err := os.ReadFile(path)
			if err != nil {
				return nil, err
			}
			said, err := out.Add(text)
			if err != nil { // what the others show is answered
				said = append(said, err.Error())
			}
			for _, s := range said {
				fmt.Fprintf(notices, "%s: %s\n", filepath.Base(path), s)
			}
		}
	}
	return out, nil
}

// programBeside builds the program for a folder on which JupyterLab is opened, while that starts: the first time it
// takes a while. The function it returns ends that.
func (j jupyter) programBeside(cmd *cobra.Command, folder string) (end func()) {
	ctx, cancel := context.WithCancel(cmd.Context())
	done := make(chan struct{})
	go func() {
		defer close(done)
		if err := j.writeProgramTo(ctx, cmd.ErrOrStderr(), folder); err != nil && ctx.Err() == nil {
			fmt.Fprintf(cmd.ErrOrStderr(), "figures with controls will not answer: %v\n", err)
		}
	}()
	return func() { cancel(); <-done }
}
