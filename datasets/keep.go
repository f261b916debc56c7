package datasets

import (
	"fmt"
	"strconv"
)

// keepAs keeps a column as what options name at k.
func (f *Frame) keepAs(o FrameOptions, k int, column []string) {
	if f.Kept == nil {
		f.Kept = make([][]string, len(o.Keep))
	}
	f.Kept[k] = column
}

// keep finds the columns to keep beside where the format has not: in files of their own.
func (f *Frame) keep(path string, o FrameOptions) error {
	n, _ := f.X.Dims()
	for k, name := range o.Keep {
		if f.Kept != nil && f.Kept[k] != nil {
			continue
		}
		if !IsVectorFile(name) {
			return fmt.Errorf("%s: there is no column %q to keep beside: SVMlight may have qid:7 behind every label, and "+
				"a .npy or .mtx file may hold it", path, name)
		}
		values, err := readVector(path, name, n+len(f.Dropped))
		if err != nil {
			return err
		}
		f.keepAs(o, k, texts(except(values, f.Dropped), number64))
	}
	return nil
}

func number64(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }

// texts are what values are written as.
func texts[T any](values []T, write func(T) string) []string {
	out := make([]string, len(values))
	for i, v := range values {
		out[i] = write(v)
	}
	return out
}
