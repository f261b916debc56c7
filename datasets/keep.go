package datasets

import (
	"fmt"

	"github.com/proxlab/proxlab/datasets/array"
	"github.com/proxlab/proxlab/datasets/frame"
)

// keepBeside finds the columns to keep beside where the format has not: in files of their own.
func keepBeside(f *Frame, path string, o FrameOptions) error {
	n, _ := f.X.Dims()
	for k, name := range o.Keep {
		if f.Kept != nil && f.Kept[k] != nil {
			continue
		}
		if !frame.IsVectorFile(name) {
			return fmt.Errorf("%s: there is no column %q to keep beside: SVMlight may have qid:7 behind every label, and "+
				"a .npy or .mtx file may hold it", path, name)
		}
		values, err := array.ReadVector(path, name, n+len(f.Dropped))
		if err != nil {
			return err
		}
		f.KeepNumbers(o, k, frame.Except(values, f.Dropped))
	}
	return nil
}
