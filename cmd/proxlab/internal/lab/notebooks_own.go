package lab

import (
	_ "embed" // for the first notebook
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"time"

	"github.com/proxlab/proxlab/cmd/proxlab/internal/own"
	"github.com/proxlab/proxlab/cmd/proxlab/internal/ui"
	"github.com/proxlab/proxlab/internal/processes"
	"github.com/spf13/cobra"
)

// A folder of one's own notebooks is laid out as a clone is, so that the same commands work there: the notebooks in
// notebooks, Jupyter in .venv, the kernel in .bin and .jupyter. The project itself lies in own.Project.
const ownModule = "mine"

//go:embed first.ipynb
var firstNotebook []byte

func newOwn() *cobra.Command {
	return &cobra.Command{
		Use:   "new FOLDER",
		Short: "Set up a folder of your own notebooks: kernel, Jupyter, a module that names the toolkit, a first notebook",
		Long: "Set up a folder of your own notebooks, outside of any clone: Jupyter, the GoNB kernel, a go.mod that\n" +
			"names the toolkit, whose sources lie in " + own.Project + ", the chart library, and a first notebook. It needs\n" +
			"Go 1.26, Python 3.10 with venv, and a network this once; all but the package managers' caches stays inside\n" +
			"the folder. No file that is there is written over; where it was interrupted, run it again. Then, inside the\n" +
			"folder, `proxlab notebooks open` opens JupyterLab, `proxlab notebooks html` executes and exports notebooks.",
		Example: "  proxlab notebooks new my-notebooks\n  cd my-notebooks; proxlab notebooks open",
		Args:    ui.Checked(cobra.ExactArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error {
			dir, err := filepath.Abs(args[0])
			if err != nil {
				return err
			}
			return setUpOwn(cmd, dir)
		},
	}
}

// setUpOwn sets up a folder of one's own notebooks, or does what is left of it.
func setUpOwn(cmd *cobra.Command, dir string) error {
	if runtime.GOOS == "windows" {
		return errors.New("notebooks are not set up on Windows: run the command in WSL")
	}
	if err := own.MayBe(dir); err != nil {
		return err
	}
	python, err := findTools()
	if err != nil {
		return err
	}
	if err := writeOwn(dir); err != nil {
		return err
	}
	if err := runSteps(cmd, dir, ownSteps(dir, python)); err != nil {
		return err
	}
	project := filepath.Join(dir, own.Project)
	for _, f := range [][2]string{ // copied last: what is there has been set up
		{"tools/notebooks/overrides.json", ".venv/share/jupyter/lab/settings/overrides.json"},
		{"tools/gopls/gopls.sh", ".bin/completion/gopls"},
	} {
		from, to := filepath.Join(project, filepath.FromSlash(f[0])), filepath.Join(dir, filepath.FromSlash(f[1]))
		if err := own.Copy(from, to, 0o777); err != nil {
			return err
		}
	}
	fmt.Fprintf(cmd.OutOrStdout(), "%s is ready: cd there, and `proxlab notebooks open`\n", dir)
	return nil
}

// ownStep is a command that makes a part of a folder of one's own: made is the file by which it is known to be there,
// takes what it took on two processors where nothing was downloaded or compiled before.
type ownStep struct {
	made, says, in, env string
	takes               time.Duration
	command             []string
}

// runSteps runs what is left to do, and says of each step what it will take, and what it took.
func runSteps(cmd *cobra.Command, dir string, steps []ownStep) error {
	steps = slices.DeleteFunc(steps, func(s ownStep) bool {
		return s.made != "" && own.Exists(filepath.Join(dir, filepath.FromSlash(s.made)))
	})
	var left time.Duration
	for _, s := range steps {
		left += s.takes
	}
	begin, out := time.Now(), cmd.OutOrStdout()
	for k, s := range steps {
		fmt.Fprintf(out, "%d of %d, %s: about %v, of %v … ", k+1, len(steps), s.says, s.takes, left)
		left -= s.takes
		c := processes.Command(cmd.Context(), s.command[0], s.command[1:]...)
		c.Dir, c.Env = s.in, append(os.Environ(), "GOWORK=off", s.env,
			"PATH="+filepath.Join(dir, ".bin")+string(os.PathListSeparator)+os.Getenv("PATH"))
		start := time.Now()
		if err := quietly(cmd, c); err != nil {
			fmt.Fprintln(out)
			return fmt.Errorf("%s: %w; mend it, and run the same command again", s.says, err)
		}
		fmt.Fprintf(out, "%.0f s, %.0f s since the beginning\n", time.Since(start).Seconds(), time.Since(begin).Seconds())
	}
	return nil
}

// ownSteps are the steps as `make setup` has them in a clone.
func ownSteps(dir, python string) []ownStep {
	project, bin := filepath.Join(dir, own.Project), filepath.Join(dir, ".bin")
	install, tools := []string{"go", "install", "-ldflags=-w", "tool"}, filepath.Join(project, "tools")
	return []ownStep{
		{".bin/gonb", "the GoNB kernel", project, "GOBIN=" + bin, 35 * time.Second, install},
		{".bin/language-server/gopls", "gopls, by which notebooks complete names", filepath.Join(tools, "gopls"),
			"GOBIN=" + filepath.Join(bin, "language-server"), 40 * time.Second, install},
		{".venv/bin/python3", "Python's environment", dir, "", 5 * time.Second, []string{python, "-m", "venv", ".venv"}},
		{".venv/bin/jupyter-lab", "Jupyter", dir, "", 30 * time.Second, []string{
			filepath.Join(dir, ".venv", "bin", "pip"), "install", "--quiet", "--disable-pip-version-check",
			"-r", filepath.Join(tools, "notebooks", "requirements.txt"),
		}},
		{".jupyter/kernels/gonb/kernel.json", "the kernel's registration", dir,
			"JUPYTER_DATA_DIR=" + filepath.Join(dir, ".jupyter"), time.Second,
			[]string{filepath.Join(bin, "gonb"), "--install", "--force_deps", "--raw_error"}},
		{"", "the toolkit, compiled once", project, "", 30 * time.Second, []string{"go", "build", "./..."}},
	}
}

// findTools returns the path of Python; the error says what there is to install.
func findTools() (python string, err error) {
	if err := own.Go(); err != nil {
		return "", err
	}
	python, err = exec.LookPath("python3")
	if err != nil {
		return "", fmt.Errorf("there is no python3: install Python 3.10 or newer with venv, for Jupyter: %w", err)
	}
	return python, nil
}

// writeOwn writes the sources, a module that names them, and a first notebook; what is there stays.
func writeOwn(dir string) error {
	return own.Write(dir, ownModule, map[string][]byte{
		"notebooks/first.ipynb": firstNotebook,
		".gitignore":            []byte("/.bin/\n/.jupyter/\n/.venv/\n/out/\n.ipynb_checkpoints/\n"),
	})
}
