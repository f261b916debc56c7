package source

import (
	"bytes"
	"errors"
	"math"
	"strconv"
)

// commaNumber tells a number with commas, for its decimal point or between its thousands.
func commaNumber(text []byte) bool {
	without := bytes.ReplaceAll(text, []byte(","), nil)
	_, ok := ParseNumber(without)
	return ok && len(without) < len(text)
}

// NoNumber says what is due in the place of a text that is no finite number, in at most mostShown characters.
func NoNumber(text []byte) string {
	v, err := strconv.ParseFloat(string(text), 64)
	switch {
	case commaNumber(text):
		return "it has a comma: decimals have a point, thousands nothing"
	case errors.Is(err, strconv.ErrRange):
		return "it is larger than a floating-point number can be"
	case err == nil && math.IsInf(v, 0):
		return "it is infinite, and a finite number is due"
	case err == nil && math.IsNaN(v):
		return "the value is missing: leave the example out, or fill it in"
	}
	return "a finite number is due"
}
