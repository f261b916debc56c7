package datasets

import "strings"

// mostShown is how much of a value, and of a list, an error shows.
const (
	mostShown  = 60
	mostListed = 20
)

// brief cuts a value that is too long for an error.
func brief[T string | []byte](value T) string {
	if len(value) <= mostShown {
		return string(value)
	}
	return strings.ToValidUTF8(string(value[:mostShown]), "") + "…"
}

// briefly cuts the values among the arguments of an error.
func briefly(args []any) []any {
	for k, a := range args {
		switch v := a.(type) {
		case string:
			args[k] = brief(v)
		case []byte:
			args[k] = brief(v)
		}
	}
	return args
}

// listed are names, as many as an error shows.
func listed(names []string) string {
	var out []string
	for _, n := range names[:min(len(names), mostListed)] {
		out = append(out, brief(n))
	}
	if len(names) > mostListed {
		out = append(out, "…")
	}
	return strings.Join(out, ", ")
}
