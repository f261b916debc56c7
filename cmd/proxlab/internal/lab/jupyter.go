package lab

import (
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/proxlab/proxlab/cmd/proxlab/internal/ui"
	"github.com/proxlab/proxlab/internal/processes"
	"github.com/spf13/cobra"
)

// completionEnv set to off starts kernels in JupyterLab without what completes names, which takes 200 MB and seconds of
// work for each notebook.
const completionEnv = "PROXLAB_COMPLETION"

// command is a call of Jupyter with the project's tools and kernel; it ends with this command, and its kernels with it.
// A kernel completes names where it finds gopls, which nobody asks for but a reader in JupyterLab.
func (j jupyter) command(cmd *cobra.Command, args ...string) *exec.Cmd {
	c := processes.Command(cmd.Context(), filepath.Join(j.root, ".venv", "bin", "jupyter"), args...)
	c.Dir = j.root
	own, bin := filepath.Join(j.root, ".jupyter"), filepath.Join(j.root, ".bin")
	path := []string{bin, os.Getenv("PATH")}
	if args[0] == "lab" && os.Getenv(completionEnv) != "off" {
		path = slices.Insert(path, 0, filepath.Join(bin, "completion"))
	}
	if j.cells != "" {
		path = slices.Insert(path, 0, j.cells)
	}
	c.Env = append(os.Environ(),
		"PATH="+strings.Join(path, string(os.PathListSeparator)),
		"PROXLAB_PROJECT="+j.root,
		"JUPYTER_PATH="+own,
		// settings, signatures and sockets stay inside the project too
		"JUPYTER_CONFIG_DIR="+filepath.Join(own, "config"), "JUPYTER_DATA_DIR="+own,
		"JUPYTER_RUNTIME_DIR="+filepath.Join(own, "runtime"),
		"JUPYTERLAB_SETTINGS_DIR="+filepath.Join(own, "settings"),
		"JUPYTERLAB_WORKSPACES_DIR="+filepath.Join(own, "workspaces"),
		"GOFLAGS="+cellFlags(os.Getenv("GOFLAGS")))
	c.Stdout, c.Stderr = ui.Below(cmd.OutOrStdout()), ui.Below(cmd.ErrOrStderr()) // a terminal is one for Jupyter too
	return c
}

// cellFlags are the flags with which the kernel builds: a cell is a program that is run once, and without the tables of
// a debugger it is linked in two thirds of the time. Who sets flags for the linker is left alone.
func cellFlags(flags string) string {
	if strings.Contains(flags, "-ldflags") {
		return flags
	}
	return strings.TrimSpace(flags + " -ldflags=-w")
}

// runJupyter runs Jupyter; an interrupt is an interrupt, however Jupyter ends then.
func runJupyter(cmd *cobra.Command, c *exec.Cmd) error {
	err := processes.Run(c)
	if cmd.Context().Err() != nil {
		return cmd.Context().Err()
	}
	return err
}

// quietly runs Jupyter and shows what it printed only when it failed: the kernel's log is noise otherwise.
func quietly(cmd *cobra.Command, c *exec.Cmd) error {
	log, err := logged(cmd, c)
	if err != nil && cmd.Context().Err() == nil {
		_, _ = io.WriteString(cmd.ErrOrStderr(), log)
	}
	return err
}

// logged runs Jupyter and returns what it printed.
func logged(cmd *cobra.Command, c *exec.Cmd) (string, error) {
	var log strings.Builder
	c.Stdout, c.Stderr = &log, &log
	err := runJupyter(cmd, c)
	return log.String(), err
}
