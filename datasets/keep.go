package datasets

import (
	"fmt"
	"strconv"
)

// keep finds the column to keep beside where the format has not: in a file of its own.
func (f *Frame) keep(path string, o FrameOptions) error {
	if o.Keep == "" || f.Kept != nil {
		return nil
	}
	if !IsVectorFile(o.Keep) {
		return fmt.Errorf("%s: there is no column %q to keep beside; a .npy or .mtx file may hold it", path, o.Keep)
	}
	n, _ := f.X.Dims()
	values, err := readVector(path, o.Keep, n)
	for _, v := range values {
		f.Kept = append(f.Kept, strconv.FormatFloat(v, 'g', -1, 64))
	}
	return err
}
