package slurm_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/proxlab/proxlab/reproduce/slurm"
)

// hostile is a folder's name with what a shell, sbatch or the names of Slurm's logs take for their own.
const hostile = `a  b'c"d #e %j %% $(touch pwned) ` + "`id`" + ` ; é:1`

// byHand puts commands before Slurm's own that run an array at once, as a user would by hand.
func byHand(t *testing.T) {
	t.Helper()
	if _, err := exec.LookPath("bash"); err != nil || runtime.GOOS == "windows" {
		t.Skip("needs bash")
	}
	bin := t.TempDir()
	for name, text := range map[string]string{
		"squeue": "", "scontrol": "exit 1",
		"sbatch": `for script; do :; done
for k in $(seq 0 $(sed -n 's/^#SBATCH --array=0-//p' "$script")); do
  SLURM_ARRAY_TASK_ID=$k bash "$script" >&2 || exit 1
done
echo 1`,
	} {
		if err := os.WriteFile(filepath.Join(bin, name), []byte("#!/bin/bash\n"+text+"\n"), 0o777); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv("PATH", bin+string(os.PathListSeparator)+os.Getenv("PATH"))
}

// elsewhere are options of a folder with such a name, from which the test runs: a shell that takes a word for a command
// leaves a file there.
func elsewhere(t *testing.T) (o slurm.Options, top string) {
	t.Helper()
	o, _, _ = options(t)
	top = o.Plan.Folder
	t.Chdir(top)
	o.Plan.Folder = filepath.Join(top, hostile)
	o.Name = `su"ms' #1 %j \n`
	t.Setenv(folderEnv, o.Plan.Folder)
	return o, top
}

// unharmed tells whether a script did its tasks, and nothing else.
func unharmed(t *testing.T, o slurm.Options, top string) {
	t.Helper()
	p, sum := sums(8)
	if err := slurm.Run(t.Context(), p, o); err != nil {
		t.Fatal(err)
	}
	expectSum(t, sum)
	if there, err := os.ReadDir(top); err != nil || len(there) != 1 {
		t.Errorf("beside the folder there are %v, error %v", there, err)
	}
}

// TestScriptsOfAnyFolder: a script is right wherever it stands, and whatever jobs are called.
func TestScriptsOfAnyFolder(t *testing.T) {
	byHand(t)
	o, top := elsewhere(t)
	unharmed(t, o, top)
	script, err := os.ReadFile(filepath.Join(o.Plan.Folder, "slurm", "array-1.sh"))
	quoted := strings.NewReplacer(`"`, `\"`, "%", "%%").Replace(filepath.Join(o.Plan.Folder, "slurm", "log"))
	for _, line := range []string{
		`#SBATCH --output="` + quoted + `/%A_%a.txt"`, `#SBATCH --job-name="su\"ms' #1 %j \\n"`,
	} {
		if err != nil || !strings.Contains(string(script), "\n"+line+"\n") {
			t.Errorf("%s is not in\n%s, error %v", line, script, err)
		}
	}
}

// TestLogsOfAnyFolder: sbatch itself reads such options as they are meant.
func TestLogsOfAnyFolder(t *testing.T) {
	cluster(t)
	o, top := elsewhere(t)
	unharmed(t, o, top)
	logs, err := filepath.Glob(filepath.Join(top, "*", "slurm", "log", "[0-9]*_[0-9]*.txt"))
	if err != nil || len(logs) != 9 {
		t.Errorf("logs: %q, error %v", logs, err)
	}
}

// TestFaultScripts: what no line of a script holds is refused before there is a file.
func TestFaultScripts(t *testing.T) {
	byHand(t)
	for says, spoil := range map[string]func(*slurm.Options){
		`cannot hold '\n'`: func(o *slurm.Options) { o.Plan.Folder += "/a\ntouch pwned" },
		`cannot hold '\\'`: func(o *slurm.Options) { o.Plan.Folder += `/a\b` },
		"the name of the":  func(o *slurm.Options) { o.Name = "a\ntouch pwned" },
		"the options for":  func(o *slurm.Options) { o.Extra = "--partition=a\ntouch pwned" },
	} {
		o, _, _ := options(t)
		dir := o.Plan.Folder
		t.Chdir(dir)
		spoil(&o)
		p, _ := sums(2)
		err := slurm.Run(t.Context(), p, o)
		if err == nil || !strings.Contains(err.Error(), says) || !strings.Contains(err.Error(), "choose another") {
			t.Errorf("%s: error %v", says, err)
		}
		if there, err := os.ReadDir(dir); err != nil || len(there) > 0 {
			t.Errorf("%s: there is %s, error %v", says, fmt.Sprint(there), err)
		}
	}
}
