package table

import (
	"fmt"
	"math"
	"strconv"
)

// PlusMinus writes a number with what it may be off, or varies by, of which two digits are shown; the number alone
// where that is 0 or not known.
func PlusMinus(mean, spread float64) string {
	const most = 6 // decimals, before a power of ten
	if !(spread > 0) || math.IsInf(spread, 0) {
		return Short(mean)
	}
	digits := 1 - int(math.Floor(math.Log10(spread)))
	if !(digits >= 0 && digits <= most && math.Abs(mean) < 1e6) {
		return fmt.Sprintf("%s ± %s", Short(mean), Short(spread))
	}
	return fmt.Sprintf("%.*f ± %.*f", digits, mean, digits, spread)
}

// Short writes four digits of a number, which is what a mean over seeds is good for.
func Short(x float64) string {
	if math.IsNaN(x) {
		return "–"
	}
	return strconv.FormatFloat(x, 'g', 4, 64)
}
