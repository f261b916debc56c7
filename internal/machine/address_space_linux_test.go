package machine

import (
	"strings"
	"syscall"
	"testing"
)

// TestAddressSpace lowers what ulimit -v sets to a little more than is in use.
func TestAddressSpace(t *testing.T) {
	var old syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_AS, &old); err != nil || old.Cur < 1<<60 {
		t.Skipf("the limit is %d already, error %v", old.Cur, err)
	}
	used := addressesInUse(t)
	const room = 1 << 30
	if err := syscall.Setrlimit(syscall.RLIMIT_AS, &syscall.Rlimit{Cur: used + room, Max: old.Max}); err != nil {
		t.Skip(err)
	}
	t.Cleanup(func() { _ = syscall.Setrlimit(syscall.RLIMIT_AS, &old) })
	l := nearest(t.TempDir())
	if l.Of != "ulimit -v" || l.Left > room || l.Left < room/2 || !strings.Contains(l.String(), "of ulimit -v") {
		t.Errorf("%v", l)
	}
}

// addressesInUse is how much address space the process has.
func addressesInUse(t *testing.T) uint64 {
	t.Helper()
	size, ok := keyed("/proc/self/status")["VmSize:"]
	if !ok {
		t.Skip("no /proc")
	}
	return uint64(size) * 1024
}
