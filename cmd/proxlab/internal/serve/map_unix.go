//go:build unix

package serve

import (
	"os"
	"syscall"
	"unsafe"
)

// mapped are numbers of a file, and what lets go of them.
func mapped(f *os.File, at int64, count int) (values []float64, free func(), err error) {
	page := int64(os.Getpagesize())
	from := at / page * page
	bytes, err := syscall.Mmap(int(f.Fd()), from, int(at-from)+8*count, syscall.PROT_READ, syscall.MAP_SHARED)
	if err != nil {
		return nil, nil, err
	}
	values = unsafe.Slice((*float64)(unsafe.Pointer(&bytes[at-from])), count)
	return values, func() { _ = syscall.Munmap(bytes) }, nil
}
