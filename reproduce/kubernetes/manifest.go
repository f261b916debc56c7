// Package kubernetes writes the manifest of an indexed Job that runs the shards of a plan, one a pod. Tasks that
// measure time may have a Job and nodes of their own.
package kubernetes

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"
	"text/template"

	_ "embed" // for the manifest

	"github.com/proxlab/proxlab/reproduce/plan"
)

// Job says what the manifest has. The volume holds the folder of the plan and the data, and pods of all nodes see it.
type Job struct {
	Name    string   // of the Job
	Image   string   // which has the program
	Command []string // what a pod runs; --shard auto/… is added
	Shards  int      // pods
	AtOnce  int      // pods that run at a time, all of them where it is 0
	Claim   string   // the PersistentVolumeClaim
	Mount   string   // where pods see it, an absolute path
	CPU     string   // of a pod, as Kubernetes writes quantities: "1", "500m"
	Memory  string   // of a pod: "2Gi"
	Env     []Env
	// TimedNodes is "label=value" of nodes on which nothing else runs, for tasks that measure time: one pod does all of
	// them. A taint of the nodes with the same key and value is tolerated. Where it is "", the shards do these tasks, too.
	TimedNodes string
}

// Env is a variable of the environment.
type Env struct{ Name, Value string }

//go:embed job.yaml.tmpl
var text string

var manifest = template.Must(template.New("job").Funcs(template.FuncMap{
	// quoted writes a text as a string of JSON, which YAML reads the same.
	"quoted": func(s string) (string, error) {
		out, err := json.Marshal(s)
		return string(out), err
	},
}).Parse(text))

const word = `[A-Za-z0-9]([-_.A-Za-z0-9]{0,61}[A-Za-z0-9])?`

// The forms that Kubernetes asks of names, quantities and labels.
var (
	nameForm     = regexp.MustCompile(`^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$`)
	quantityForm = regexp.MustCompile(`^[0-9]+(\.[0-9]+)?(m|[KMGT]i?|k)?$`)
	labelForm    = regexp.MustCompile(`^([-a-z0-9.]+/)?` + word + `=` + word + `$`)
)

// Write writes the manifest. An error says which field is not as Kubernetes wants it.
func (j Job) Write(w io.Writer) error {
	if j.AtOnce == 0 {
		j.AtOnce = j.Shards
	}
	switch {
	case !nameForm.MatchString(j.Name):
		return fmt.Errorf("the name %q is not made of small letters, digits and hyphens, 63 at most", j.Name)
	case j.Image == "" || strings.ContainsAny(j.Image, " \t\n"):
		return fmt.Errorf("%q is no image", j.Image)
	case j.Shards < 1 || j.AtOnce < 1:
		return fmt.Errorf("%d pods, %d at a time, are too few", j.Shards, j.AtOnce)
	case !nameForm.MatchString(j.Claim):
		return fmt.Errorf("%q is no name of a PersistentVolumeClaim", j.Claim)
	case !strings.HasPrefix(j.Mount, "/"):
		return fmt.Errorf("the folder %q, where pods see the volume, is not absolute", j.Mount)
	case !quantityForm.MatchString(j.CPU):
		return fmt.Errorf("%q is no number of processors; 1, 4 or 500m are", j.CPU)
	case !quantityForm.MatchString(j.Memory):
		return fmt.Errorf("%q is no amount of memory; 2Gi or 500Mi are", j.Memory)
	case j.TimedNodes == "":
		return manifest.Execute(w, part{Job: j})
	case !labelForm.MatchString(j.TimedNodes):
		return fmt.Errorf("%q is no label of nodes with its value, as in proxlab=timed", j.TimedNodes)
	}
	timed := part{Job: j, Kind: plan.Timed}
	timed.Label, timed.Value, _ = strings.Cut(j.TimedNodes, "=")
	timed.Name, timed.Shards, timed.AtOnce = j.Name+"-timed", 1, 1
	return errors.Join(manifest.Execute(w, part{Job: j, Kind: plan.Untimed}), manifest.Execute(w, timed))
}

// part is the Job of the tasks of a kind.
type part struct {
	Job
	Kind         plan.Kind
	Label, Value string // of its nodes, where it has some of its own
}
