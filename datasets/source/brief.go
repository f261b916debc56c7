package source

import "github.com/proxlab/proxlab/internal/plain"

// mostShown is how many characters of a value an error shows.
const mostShown = 60

// Brief cuts a value that is too long for an error.
func Brief[T string | []byte](value T) string { return plain.Cut(string(value), mostShown) }

// Briefly cuts the values among the arguments of an error.
func Briefly(args []any) []any {
	for k, a := range args {
		switch v := a.(type) {
		case string:
			args[k] = Brief(v)
		case []byte:
			args[k] = Brief(v)
		}
	}
	return args
}
