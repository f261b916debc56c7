//go:build !linux

package plan

// syncFolder leaves it to the system, which writes within half a minute.
func syncFolder(string) error { return nil }
