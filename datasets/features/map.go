package features

import (
	"context"
	"fmt"
	"strings"

	"github.com/proxlab/proxlab/datasets/source"
)

// LoadMap reads the rows of a linear map of so many features: on each line a number for each feature, between which
// blanks or commas stand. Empty lines and whatever follows # are ignored.
func LoadMap(ctx context.Context, path string, features int) (rows [][]float64, err error) {
	err = wordsOf(ctx, path, func(l *source.Lines, words []string) error {
		numbers := strings.FieldsFunc(strings.Join(words, " "), func(c rune) bool { return c == ' ' || c == ',' })
		if len(numbers) != features {
			return l.Fault(0, "a row of the map has %d numbers, and there are %d features", len(numbers), features)
		}
		row := make([]float64, features)
		for j, word := range numbers {
			v, ok := source.ParseNumber([]byte(word))
			if !ok {
				return l.Fault(j+1, "%.60q is no number", word)
			}
			row[j] = v
		}
		rows = append(rows, row)
		return nil
	})
	if err == nil && rows == nil {
		err = fmt.Errorf("%s: the map has no rows", path)
	}
	return rows, err
}
