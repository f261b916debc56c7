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

// FitCounted is Fit of so many rows by what is known of their columns. Options ask for no median, no texts and nothing
// that is made of other features.
func FitCounted(columns []Counted, rows int, o Options) (*Encoder, error) {
	o, err := o.withDefaults()
	switch {
	case err != nil:
		return nil, err
	case rows == 0:
		return nil, errNoRow
	}
	t := &Table{Columns: make([]Column, len(columns))}
	for j := range columns {
		t.Columns[j] = columns[j].Column
	}
	e, err := fitColumns(context.Background(), t, columns, o)
	if err != nil {
		return nil, err
	}
	return e, e.Check()
}
