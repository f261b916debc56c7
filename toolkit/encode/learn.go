package encode

import "context"

// Fit learns from a table how its columns become numbers. Faults names every column that does not, with what would
// help.
func Fit(ctx context.Context, t *Table, o Options) (*Encoder, error) {
	o, err := o.withDefaults()
	if err != nil {
		return nil, err
	}
	e, err := fitColumns(ctx, t, nil, o)
	if err != nil {
		return nil, err
	}
	if o.Made == nil && o.Hidden == nil {
		if err := e.Check(); err != nil {
			return nil, err
		}
		return e, nil
	}
	base, err := e.transform(ctx, t, false)
	if err != nil {
		return nil, err
	}
	if err := e.learnSteps(base.X, o.Made, o.Hidden); err != nil {
		return nil, err
	}
	return e, nil
}
