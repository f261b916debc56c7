package slurm

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/proxlab/proxlab/datasets"
	"github.com/proxlab/proxlab/reproduce/plan"
)

// The files of the scripts' folder.
const (
	logsName        = "log"
	submissionsName = "submitted.jsonl"
)

// spare is the memory asked for beside that of the tasks, in bytes.
const spare = 512 << 20

// script returns the batch script of an array, which also runs by hand: SLURM_ARRAY_TASK_ID=3 bash array-1.sh.
func (e *engine) script(program, name string, jobs []plan.Job) (string, error) {
	folder, err := filepath.Abs(e.Plan.Folder)
	if err != nil {
		return "", err
	}
	var memory float64
	for _, j := range jobs {
		memory = max(memory, j.Memory)
	}
	lines := e.options(len(jobs), memory)
	if jobs[0].Timed {
		lines = append(lines, "#SBATCH --exclusive")
	}
	lines = append(lines, "# "+fmt.Sprintf("The tasks of job N stand in %s.tasks; results go to %s.", name, folder))
	if data := os.Getenv(datasets.Env); data != "" {
		lines = append(lines, "export "+datasets.Env+"="+quote(data))
	}
	command := []string{"exec", quote(program)}
	for _, word := range e.Args {
		command = append(command, quote(word))
	}
	command = append(command, quote(filepath.Join(e.dir, name+".tasks"))+`:"$SLURM_ARRAY_TASK_ID"`)
	return strings.Join(append(lines, limits, strings.Join(command, " ")), "\n") + "\n", nil
}

// limits tell Go what Slurm gives.
const limits = `export GOMAXPROCS="${SLURM_CPUS_PER_TASK:-1}"
[ -z "${SLURM_MEM_PER_NODE:-}" ] || export GOMEMLIMIT="$((SLURM_MEM_PER_NODE * 9 / 10))MiB"`

// options are the first lines of the script of an array.
func (e *engine) options(count int, memory float64) []string {
	lines := []string{
		"#!/bin/bash",
		"#SBATCH --job-name=" + optionWord(e.Name),
		fmt.Sprintf("#SBATCH --array=0-%d", count-1),
		"#SBATCH --output=" + optionWord(strings.ReplaceAll(filepath.Join(e.dir, logsName), "%", "%%")+"/%A_%a.txt"),
		"#SBATCH --open-mode=append", // a job that begins again does not wipe away what it said
		fmt.Sprintf("#SBATCH --mem=%dM", int((memory+spare)/(1<<20))+1),
		"#SBATCH --cpus-per-task=1",
		"#SBATCH --requeue",
	}
	if e.Extra != "" {
		lines = append(lines, "#SBATCH "+e.Extra)
	}
	return append(lines, "")
}

// optionWord makes a word of a line of options, in which sbatch takes spaces, quotes, backslashes and # for its own.
func optionWord(s string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(s) + `"`
}

// check refuses what no line of options holds: its end, and, in the name of a log, a backslash, with which Slurm
// replaces neither %A nor %a.
func (e *engine) check() error {
	for _, c := range []struct{ what, word, refused string }{
		{"the folder", e.dir, `\`}, {"the name of the jobs", e.Name, ""}, {"the options for sbatch", e.Extra, ""},
	} {
		refused := func(r rune) bool { return unicode.IsControl(r) || strings.ContainsRune(c.refused, r) }
		if k := strings.IndexFunc(c.word, refused); k >= 0 {
			r, _ := utf8.DecodeRuneInString(c.word[k:])
			return fmt.Errorf("%s %q: a script for Slurm cannot hold %q there: choose another", c.what, c.word, r)
		}
	}
	return nil
}

// quote makes a word that a shell leaves alone.
func quote(s string) string { return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'" }

func digest(content []byte) string {
	sum := sha256.Sum256(content)
	return hex.EncodeToString(sum[:6])
}

// freeName returns the first name that no array has yet, and takes it.
func freeName(dir string) (string, error) {
	for n := 1; ; n++ {
		name := fmt.Sprintf("array-%d", n)
		f, err := os.OpenFile(filepath.Join(dir, name+".sh"), os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o777)
		if err == nil {
			return name, f.Close()
		}
		if !errors.Is(err, fs.ErrExist) {
			return "", err
		}
	}
}

// submission is an array that was handed to Slurm, with the tasks of its jobs.
type submission struct {
	ID     string     `json:"id"`
	Script string     `json:"script"`
	Tasks  [][]string `json:"tasks"`
	Labels [][]string `json:"labels"`
}

func (s submission) tasksOf(n int) []string {
	if n < len(s.Tasks) {
		return s.Tasks[n]
	}
	return nil
}

// log is where a job wrote what it said.
func (s submission) log(n int) string {
	return filepath.Join(filepath.Dir(s.Script), logsName, fmt.Sprintf("%s_%d.txt", s.ID, n))
}

// appendSubmission notes an array, so that another call finds it.
func appendSubmission(dir string, s submission) error {
	text, err := json.Marshal(s)
	if err != nil {
		return err
	}
	f, err := os.OpenFile(filepath.Join(dir, submissionsName), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o666)
	if err != nil {
		return err
	}
	_, err = f.Write(append(text, '\n'))
	return errors.Join(err, f.Close())
}

// readSubmissions returns the arrays of earlier calls; a line cut off by a crash is left out.
func readSubmissions(dir string) (out []submission, err error) {
	text, err := os.ReadFile(filepath.Join(dir, submissionsName))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	for line := range strings.Lines(string(text)) {
		var s submission
		if json.Unmarshal([]byte(line), &s) == nil {
			out = append(out, s)
		}
	}
	return out, err
}
