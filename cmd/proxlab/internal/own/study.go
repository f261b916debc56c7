package own

import (
	"embed"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/proxlab/proxlab/cmd/proxlab/internal/ui"
	"github.com/proxlab/proxlab/internal/processes"
	"github.com/spf13/cobra"
)

// files are those of a study; Go's end in .txt, as they belong to another module.
//
//go:embed study
var files embed.FS

// NewNew is the command new.
func NewNew() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "new",
		Short: "Set up a study of your own",
		Args:  ui.NoArgs,
		RunE:  func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(&cobra.Command{
		Use:   "study FOLDER",
		Short: "Set up a study of your own: a program with a penalty, a solver, two data sets, a claim and a paper",
		Long: "Set up a study of your own, outside of any clone: a program with a penalty, a solver, two data sets, three\n" +
			"methods and a claim, that runs on this machine, in shards, by Slurm or Kubernetes; tests of its parts; a paper\n" +
			"whose `make` rebuilds tables, figures and the PDF. Its go.mod names the toolkit, whose sources lie in\n" +
			Project + ". It needs Go 1.26, and a network this once for modules that Go has not cached. No file that is\n" +
			"there is written over; where it was interrupted, run it again. README.md in the folder goes on.",
		Example: "  proxlab new study adaptive\n  cd adaptive; go run .",
		Args:    ui.Checked(cobra.ExactArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error {
			dir, err := filepath.Abs(args[0])
			if err != nil {
				return err
			}
			return newStudy(cmd, dir)
		},
	})
	return cmd
}

// names are those that do for a module, a command, and jobs of any cluster.
var names = regexp.MustCompile(`^[a-z][a-z0-9-]*[a-z0-9]$`)

func newStudy(cmd *cobra.Command, dir string) error {
	name := filepath.Base(dir)
	if !names.MatchString(name) {
		return ui.Usage(fmt.Errorf("the study is called as its folder: %q is not made of small letters, digits and hyphens",
			name))
	}
	if err := MayBe(dir); err != nil {
		return err
	}
	if err := Go(); err != nil {
		return err
	}
	content, err := studyFiles(name)
	if err == nil {
		err = Write(dir, name, content)
	}
	if err != nil {
		return err
	}
	fmt.Fprintln(cmd.OutOrStdout(), "setting up: the toolkit, compiled once")
	c := processes.Command(cmd.Context(), "go", "build", "-o", os.DevNull, ".")
	c.Dir, c.Env = dir, append(os.Environ(), "GOWORK=off")
	if said, err := c.CombinedOutput(); err != nil {
		return fmt.Errorf("go build: %w; mend it, and run the same command again:\n%s", err, said)
	}
	fmt.Fprintf(cmd.OutOrStdout(), "%s is ready: cd there, and `go run .`; README.md tells more\n", dir)
	return nil
}

// studyFiles are the files of a study of a name, by their paths.
func studyFiles(name string) (map[string][]byte, error) {
	out := map[string][]byte{".gitignore": []byte("/out/\n/paper/paper.*\n!/paper/paper.tex\n")}
	err := fs.WalkDir(files, "study", func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		text, err := files.ReadFile(path)
		path = strings.TrimSuffix(strings.TrimPrefix(path, "study/"), ".txt")
		out[path] = []byte(strings.ReplaceAll(string(text), "NAME", name))
		return err
	})
	return out, err
}
