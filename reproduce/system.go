package reproduce

import (
	"os/exec"
	"runtime"
	"runtime/debug"
	"strings"

	"github.com/proxlab/proxlab/internal/machine"
	"github.com/proxlab/proxlab/toolkit/linalg"
)

// System is what a record ran on.
type System struct {
	Revision string `json:"revision"` // of the source, "+" behind it when modified; "" where unknown
	Go       string `json:"go"`
	OS       string `json:"os"`
	CPU      string `json:"cpu"`
	Cores    int    `json:"cores"`
	Kernel   string `json:"kernel,omitempty"` // instructions of products: see linalg.Kernel; results do not depend on them
}

// ThisSystem describes the running program and its machine.
func ThisSystem() System {
	kernel, _ := linalg.Kernel() // the command has said what is wrong with it
	return System{
		Revision: revision(),
		Go:       runtime.Version(),
		OS:       runtime.GOOS + "/" + runtime.GOARCH,
		CPU:      machine.Processor(),
		Cores:    runtime.GOMAXPROCS(0),
		Kernel:   kernel,
	}
}

// revision returns the source revision stamped into the program, or that of the working folder's repository: `go run`
// stamps none.
func revision() string {
	var rev, modified string
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, s := range info.Settings {
			switch {
			case s.Key == "vcs.revision":
				rev = s.Value
			case s.Key == "vcs.modified" && s.Value == "true":
				modified = "+"
			}
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
