package array

import (
	"context"
	"fmt"
	"strconv"

	"github.com/proxlab/proxlab/datasets/frame"
	"github.com/proxlab/proxlab/datasets/source"
)

// ReadSVMLightFrame reads the format of SVMlight.
func ReadSVMLightFrame(ctx context.Context, r *source.Reader, path string, o frame.Options) (*frame.Frame, error) {
	e, zero, err := readSVMLight(ctx, r, path, o.Columns, indexBase(o.ZeroBased))
	if err != nil {
		return nil, err
	}
	out := &frame.Frame{X: denseInTruth(e.X), Y: e.Y, ZeroBased: zero}
	switch o.Task {
	case "":
	case "qid":
		if e.QID == nil {
			return nil, fmt.Errorf("%s: the examples have no qid, which tasks are to come from", path)
		}
		out.Task = e.QID
	default:
		return nil, fmt.Errorf("%s: tasks of this format are called qid, not %q", path, o.Task)
	}
	for k, name := range o.Keep {
		if name == "qid" && e.QID != nil {
			out.KeepAs(o, k, frame.Texts(e.QID, func(id int64) string { return strconv.FormatInt(id, 10) }))
		}
	}
	if o.Target != "" {
		if out.Y, err = ReadVector(path, o.Target, e.X.R); err != nil {
			return nil, err
		}
	}
	return out, nil
}
