package reproduce

import (
	"fmt"
	"testing"
)

// TestShardsOfTheEnvironment counts the elements of arrays from 0.
func TestShardsOfTheEnvironment(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		flag string
		env  map[string]string
		want string
	}{
		{"auto", map[string]string{"SLURM_ARRAY_TASK_ID": "2", "SLURM_ARRAY_TASK_COUNT": "4"}, "{2 4 }"},
		{"auto", map[string]string{
			"SLURM_ARRAY_TASK_ID": "7", "SLURM_ARRAY_TASK_COUNT": "4", "SLURM_ARRAY_TASK_MIN": "1", "SLURM_ARRAY_TASK_STEP": "2",
		}, "{3 4 }"},
		{"auto/8", map[string]string{"JOB_COMPLETION_INDEX": "5"}, "{5 8 }"},
		{"auto/1:timed", map[string]string{"JOB_COMPLETION_INDEX": "0"}, "{0 1 timed}"},
		{"1/3", nil, "{1 3 }"},
	} {
		s, err := engine{shard: c.flag}.part(func(name string) string { return c.env[name] })
		if got := fmt.Sprint(s); err != nil || got != c.want {
			t.Errorf("%s: %s, error %v", c.flag, got, err)
		}
	}
}
