package array

import "github.com/proxlab/proxlab/datasets/frame"

// named takes targets, weights and tasks from arrays by name, or from files of their own.
func named(
	f *frame.Frame, path string, o frame.Options, array func(name string) ([]float64, error),
) (*frame.Frame, error) {
	n, _ := f.X.Dims()
	take := func(name string) ([]float64, error) {
		if frame.IsVectorFile(name) {
			return ReadVector(path, name, n)
		}
		return array(name)
	}
	name := o.Target
	if name == "" {
		name = "y"
	}
	var err error
	if f.Y, err = take(name); err != nil {
		if !o.NoTarget {
			return nil, err
		}
		f.Y = nil
	}
	f.Target = o.Target
	if o.Weights != "" {
		if f.Weights, err = take(o.Weights); err != nil {
			return nil, err
		}
	}
	for k, name := range o.Keep {
		column, err := take(name)
		if err != nil {
			return nil, err
		}
		f.KeepNumbers(o, k, column)
	}
	if o.Task != "" {
		tasks, err := take(o.Task)
		if err != nil {
			return nil, err
		}
		if f.Task, err = wholeNumbers(path, tasks); err != nil {
			return nil, err
		}
	}
	return f, nil
}
