package machine_test

import (
	"math"
	"runtime"
	"strings"
	"testing"

	"github.com/proxlab/proxlab/internal/machine"
)

func TestWhatTheMachineIs(t *testing.T) {
	t.Parallel()
	if machine.Processor() == "" || !strings.HasPrefix(machine.Level(), runtime.GOARCH) {
		t.Errorf("processor %q, level %q", machine.Processor(), machine.Level())
	}
}

func TestProcessorSecondsRiseWithWork(t *testing.T) {
	t.Parallel()
	begun, sum := machine.ProcessorSeconds(), 0.
	for k := range 20_000_000 {
		sum += math.Sqrt(float64(k))
	}
	if spent := machine.ProcessorSeconds() - begun; !(spent > 0) || sum == 0 {
		t.Errorf("%g s", spent)
	}
}

func TestMemoryOfASlurmJob(t *testing.T) {
	t.Setenv("SLURM_MEM_PER_NODE", "")
	whole := machine.AvailableMemory()
	t.Setenv("SLURM_MEM_PER_NODE", "1")
	if part := machine.AvailableMemory(); part != 1<<20 || !(whole > part) {
		t.Errorf("%g bytes, %g in a job of one MiB", whole, part)
	}
}
