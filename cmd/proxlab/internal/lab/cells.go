package lab

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"

	"github.com/proxlab/proxlab/reproduce/provenance"
	"github.com/spf13/cobra"
)

// cellsEnv is the folder of what stands between kernels and the go command, where it is there already.
const cellsEnv = "PROXLAB_CELLS"

// prepareCells builds what stands between kernels and the go command (tools/cell), by which cells know the project: as
// it is in the project now, in a folder that is gone when end was called.
func (j *jupyter) prepareCells(cmd *cobra.Command) (end func(), err error) {
	if j.cells = os.Getenv(cellsEnv); j.cells != "" {
		return func() {}, nil
	}
	if j.cells, err = os.MkdirTemp("", "proxlab-cells-"); err != nil {
		return nil, err
	}
	end = func() { _ = os.RemoveAll(j.cells) }
	build := exec.CommandContext(cmd.Context(), "go", "build", "-ldflags=-w", "-o", filepath.Join(j.cells, "cell"),
		provenance.Module+"/tools/cell")
	build.Dir = j.project()
	if said, err := build.CombinedOutput(); err != nil {
		end()
		return nil, fmt.Errorf("go build tools/cell: %w\n%s", err, said)
	}
	for _, name := range []string{"go", "goimports"} {
		if err := os.Symlink("cell", filepath.Join(j.cells, name)); err != nil {
			end()
			return nil, err
		}
	}
	return end, nil
}
