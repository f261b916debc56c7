package machine

import (
	"math"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"
	"testing"
)

// tree writes files under a root.
func tree(t *testing.T, files map[string]string) string {
	t.Helper()
	root := t.TempDir()
	for name, text := range files {
		path := filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return root
}

// TestNearestLimit: the group with the least memory left counts, at whatever level it is, in either version.
func TestNearestLimit(t *testing.T) {
	t.Parallel()
	const (
		meminfo = "MemTotal: 4000 kB\nMemAvailable: 3000 kB\n"
		two     = "30 23 0:26 / /sys/fs/cgroup rw,relatime - cgroup2 cgroup2 rw,nsdelegate\n"
		one     = "35 31 0:32 / /sys/fs/cgroup/memory rw - cgroup cgroup rw,memory\n" +
			"36 31 0:33 / /sys/fs/cgroup/cpu rw - cgroup cgroup rw,cpu\n"
	)
	for name, c := range map[string]struct {
		files map[string]string
		left  float64
		of    string
	}{
		"nothing known": {nil, math.Inf(1), "the machine"},
		"no groups":     {map[string]string{"proc/meminfo": meminfo}, 3000 * 1024, "the machine"},
		"damaged meminfo": {map[string]string{"proc/meminfo": "MemAvailable:\nMemAvailable: much kB\n"}, math.Inf(1),
			"the machine"},
		"version 2, a level above": {map[string]string{
			"proc/meminfo": meminfo, "proc/self/mountinfo": two, "proc/self/cgroup": "0::/user/job\n",
			"sys/fs/cgroup/user/job/memory.max": "2000000\n", "sys/fs/cgroup/user/job/memory.current": "500000\n",
			"sys/fs/cgroup/user/memory.max": "1500000\n", "sys/fs/cgroup/user/memory.current": "700000\n",
		}, 800000, "the control group /user (memory.max)"},
		"version 2, its own, with a cache": {map[string]string{
			"proc/self/mountinfo": two, "proc/self/cgroup": "0::/user/job\n",
			"sys/fs/cgroup/user/job/memory.max": "2000000\n", "sys/fs/cgroup/user/job/memory.current": "1900000\n",
			"sys/fs/cgroup/user/job/memory.stat": "anon 400000\ninactive_file 1500000\n",
			"sys/fs/cgroup/user/memory.max":      "max\n", "sys/fs/cgroup/user/memory.current": "1900000\n",
		}, 1600000, "the control group /user/job (memory.max)"},
		"version 2, a container's view": {map[string]string{
			"proc/self/mountinfo": strings.Replace(two, " / ", " /docker/abc ", 1), "proc/self/cgroup": "0::/docker/abc\n",
			"sys/fs/cgroup/memory.max": "2000000\n", "sys/fs/cgroup/memory.current": "3000000\n",
		}, 0, "the control group / (memory.max)"},
		"version 2, a view of another group": {map[string]string{
			"proc/self/mountinfo": strings.Replace(two, " / ", " /docker/abc ", 1), "proc/self/cgroup": "0::/docker/abcd\n",
			"sys/fs/cgroup/d/memory.max": "2000000\n", "sys/fs/cgroup/d/memory.current": "1000000\n",
		}, math.Inf(1), "the machine"},
		"version 2, a group that is not shown": {map[string]string{
			"proc/self/mountinfo": two, "proc/self/cgroup": "0::/../other\n",
			"sys/fs/cgroup/memory.max": "2000000\n", "sys/fs/cgroup/memory.current": "1000000\n",
		}, 1000000, "the control group / (memory.max)"},
		"version 1": {map[string]string{
			"proc/meminfo": meminfo, "proc/self/mountinfo": one, "proc/self/cgroup": "4:cpuset,memory:/a/b\n3:cpu:/\n0::/\n",
			"sys/fs/cgroup/memory/a/b/memory.limit_in_bytes": "9223372036854771712\n",
			"sys/fs/cgroup/memory/a/b/memory.usage_in_bytes": "1000\n",
			"sys/fs/cgroup/memory/a/memory.limit_in_bytes":   "1000000\n",
			"sys/fs/cgroup/memory/a/memory.usage_in_bytes":   "400000\n",
			"sys/fs/cgroup/memory/a/memory.stat":             "total_inactive_file 100000\n",
		}, 700000, "the control group /a (memory.limit_in_bytes)"},
		"damaged files": {map[string]string{
			"proc/meminfo": meminfo, "proc/self/mountinfo": "nonsense\n" + two, "proc/self/cgroup": "x\n0::/a\n",
			"sys/fs/cgroup/a/memory.max": "many\n", "sys/fs/cgroup/memory.max": "5\n",
		}, 3000 * 1024, "the machine"},
	} {
		if got := nearest(tree(t, c.files)); got.Left != c.left || got.Of != c.of {
			t.Errorf("%s: %+v, not %g of %s", name, got, c.left, c.of)
		}
	}
}

// TestGoMemoryLimit: what GOMEMLIMIT would set bounds too.
func TestGoMemoryLimit(t *testing.T) {
	const limit = 1 << 28
	old := debug.SetMemoryLimit(limit)
	t.Cleanup(func() { debug.SetMemoryLimit(old) })
	if l := nearest(t.TempDir()); l.Of != "GOMEMLIMIT" || l.Whole != limit || !(l.Left > 0 && l.Left < limit) {
		t.Errorf("%v", l)
	}
}
