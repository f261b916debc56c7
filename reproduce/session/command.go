package session

import (
	"bytes"
	"fmt"
	"os/exec"

	"github.com/proxlab/proxlab/internal/processes"
)

// module is that of the command.
const module = "github.com/proxlab/proxlab/cmd/proxlab"

// Proxlab runs the command proxlab, that on the path or else that of the module around the notebook, and returns what
// it prints. The error says what it said; a cell that is stopped stops it.
func Proxlab(args ...string) (string, error) {
	program := "proxlab"
	if _, err := exec.LookPath(program); err != nil {
		program, args = "go", append([]string{"run", module}, args...)
	}
	var out, said bytes.Buffer
	c := processes.Command(Context(), program, args...)
	c.Stdout, c.Stderr = &out, &said
	if err := processes.Run(c); err != nil {
		return "", fmt.Errorf("proxlab %s: %w: %s", args[0], err, said.Bytes())
	}
	return out.String(), nil
}
