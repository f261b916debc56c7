// Package provenance says what made a result: the program, its toolkit and the modules it is linked with, the command,
// the revision of the source, the machine.
package provenance

import (
	"cmp"
	"math"
	"os"
	"os/exec"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/proxlab/proxlab/internal/machine"
	"github.com/proxlab/proxlab/toolkit/linalg"
)

// Module is the path of the toolkit's module.
const Module = "github.com/proxlab/proxlab"

// System is what a record was made by, and ran on.
type System struct {
	Revision string   `json:"revision"`          // of the source, "+" behind it when modified; "" where unknown
	Toolkit  string   `json:"toolkit,omitempty"` // the version of Module; "" where unknown
	Modules  []string `json:"modules,omitempty"` // that are linked, as in "gonum.org/v1/gonum v0.16.0"
	Command  string   `json:"command,omitempty"` // the words by which the program was started
	Go       string   `json:"go"`
	OS       string   `json:"os"`
	CPU      string   `json:"cpu"`
	Cores    int      `json:"cores"`
	Memory   float64  `json:"memory,omitempty"` // bytes of the machine; 0 where unknown
	Kernel   string   `json:"kernel,omitempty"` // instructions of products, see linalg.Kernel: no result depends on them
}

// Release is the version of a released command, set when it is linked; "" otherwise.
var Release string

// ThisSystem describes the running program and its machine.
func ThisSystem() System {
	kernel, _ := linalg.Kernel() // the command has said what is wrong with it
	s := System{
		Command: strings.Join(os.Args, " "),
		Go:      runtime.Version(),
		OS:      runtime.GOOS + "/" + runtime.GOARCH,
		CPU:     machine.Processor(),
		Cores:   runtime.GOMAXPROCS(0),
		Memory:  machine.Memory(),
		Kernel:  kernel,
	}
	if math.IsInf(s.Memory, 0) {
		s.Memory = 0
	}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		info = &debug.BuildInfo{}
	}
	s.Revision, s.Toolkit = revision(info), Release
	for _, m := range append([]*debug.Module{&info.Main}, info.Deps...) {
		text := strings.TrimSpace(m.Path + " " + m.Version)
		if m.Replace != nil { // by a folder, whose sources need not be those of that version
			text += ", replaced by " + strings.TrimSuffix(m.Replace.Path+" "+m.Replace.Version, " (devel)")
		}
		if m.Path == Module && m.Version != "(devel)" {
			s.Toolkit = cmp.Or(s.Toolkit, m.Version)
		}
		if text != "" {
			s.Modules = append(s.Modules, text)
		}
	}
	slices.Sort(s.Modules)
	return s
}

// Revision is System.Revision alone, which takes less time.
func Revision() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		info = &debug.BuildInfo{}
	}
	return revision(info)
}

// revision returns the source revision stamped into the program, or that of the working folder's repository: `go run`
// stamps none.
func revision(info *debug.BuildInfo) string {
	var rev, modified string
	for _, s := range info.Settings {
		switch {
		case s.Key == "vcs.revision":
			rev = s.Value
		case s.Key == "vcs.modified" && s.Value == "true":
			modified = "+"
		}
	}
	if rev != "" {
		return rev + modified
	}
	out, err := exec.Command("git", "describe", "--always", "--dirty=+", "--abbrev=40", "--exclude=*").Output()
	if err != nil {
		return ""
	}
	return strings.TrimSpace(string(out))
}
