package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/proxlab/proxlab/figures"
	"github.com/proxlab/proxlab/internal/outfile"
	"github.com/proxlab/proxlab/notebooks/explorables/module"
)

// pageProgram is the program that answers in pages with explorables, once it was built.
type pageProgram struct{ script []byte }

// explores tells whether a notebook shows explorables.
func explores(path string) bool {
	text, err := os.ReadFile(path)
	return err == nil && bytes.Contains(text, []byte("session.Explore("))
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
		if err := j.page.write(cmd.Context(), j.project(), folder); err != nil {
			return err
		}
	}
	return nil
}

func (p *pageProgram) write(ctx context.Context, project, folder string) (err error) {
	if p.script == nil {
		if p.script, err = module.Script(ctx, project); err != nil {
			return err
		}
	}
	return outfile.Write(ctx, filepath.Join(folder, figures.ModuleFile), p.script, 0o666)
}

// programBeside builds the program for JupyterLab while that starts: the first time it takes a while. The function it
// returns ends that.
func (j jupyter) programBeside(cmd *cobra.Command) (end func()) {
	ctx, cancel := context.WithCancel(cmd.Context())
	done := make(chan struct{})
	go func() {
		defer close(done)
		if err := j.page.write(ctx, j.project(), filepath.Join(j.root, copiesFolder)); err != nil && ctx.Err() == nil {
			fmt.Fprintf(cmd.ErrOrStderr(), "figures with controls will not answer: %v\n", err)
		}
	}()
	return func() { cancel(); <-done }
}
