package reproduce

import "math"

// Key is the key of a value in rows of a record, and says what it is: T is float64, int, string, []float64 or []string.
type Key[T any] string

// In is the value of a row: NaN, -1, "" or nil where it has none.
func (k Key[T]) In(r Row) (out T) {
	switch out := any(&out).(type) {
	case *float64:
		*out = r.Number(string(k))
	case *int:
		*out = -1
		if n := r.Number(string(k)); !math.IsNaN(n) {
			*out = int(n)
		}
	case *string:
		*out = r.Text(string(k))
	case *[]float64:
		*out = r.Numbers(string(k))
	case *[]string:
		*out = r.Texts(string(k))
	default:
		panic("reproduce: a value of a row is a number, a text or a list of them")
	}
	return out
}

// Value is a value of a table's rows, declared once: its key in the record, its heading and format where it is shown,
// and how it comes from the results R that a row is made of.
type Value[R, T any] struct {
	Key[T]
	title  string
	format Format
	of     func(results R) T
	has    func(results R) bool // nil for all
}

// Shown declares a value that is a column of its table.
func Shown[R, T any](key Key[T], title string, format Format, of func(R) T) *Value[R, T] {
	return &Value[R, T]{Key: key, title: title, format: format, of: of}
}

// Kept declares a value that the record keeps beside what is shown: for figures, claims, and whoever reads it by
// program.
func Kept[R, T any](key Key[T], of func(R) T) *Value[R, T] { return Shown(key, "", Format{}, of) }

// If gives the value to rows of some results alone; the others have none of that key.
func (v *Value[R, T]) If(has func(results R) bool) *Value[R, T] {
	v.has = has
	return v
}

func (v *Value[R, T]) shown() Column { return Column{string(v.Key), v.title, v.format} }

func (v *Value[R, T]) fill(row Values, results R) {
	if v.has == nil || v.has(results) {
		row[string(v.Key)] = v.of(results)
	}
}

// Field is what a table's rows made of results R have: a Value, or a column made of the whole row.
type Field[R any] interface {
	shown() Column
	fill(row Values, results R)
}

// Whole is a column that is made of the row as it is: its id, its data, or several of its values.
func Whole[R any](title string, format Format) Field[R] { return whole[R]{"", title, format} }

type whole[R any] Column

func (w whole[R]) shown() Column    { return Column(w) }
func (whole[R]) fill(_ Values, _ R) {}

// Fields are those of a table's rows, columns in the order in which they are shown.
type Fields[R any] []Field[R]

// Columns are the fields that have a heading, for a Layout.
func (f Fields[R]) Columns() (out []Column) {
	for _, field := range f {
		if c := field.shown(); c.Title != "" {
			out = append(out, c)
		}
	}
	return out
}

// Values are those of the row that is made of some results.
func (f Fields[R]) Values(results R) Values {
	row := Values{}
	for _, field := range f {
		field.fill(row, results)
	}
	return row
}
