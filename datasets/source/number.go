package source

import (
	"bytes"
	"errors"
	"math"
	"math/bits"
	"strconv"
)

// ParseNumber reads a finite number: the float64 nearest to what is written, as strconv does.
func ParseNumber(s []byte) (v float64, ok bool) {
	v, n := ScanNumber(s, '.')
	if n == len(s) && n > 0 {
		return v, true
	}
	return parseAnyNumber(s)
}

func parseAnyNumber(s []byte) (float64, bool) {
	for _, c := range s {
		if c == '_' || c == 'x' || c == 'X' { // Go's literals; not numbers of data files
			return 0, false
		}
	}
	v, err := strconv.ParseFloat(string(s), 64)
	return v, err == nil && !math.IsNaN(v) && !math.IsInf(v, 0)
}

// powers of ten up to 10¹⁹ are whole numbers of 64 bits, and exact as floating-point numbers too.
var (
	powers [20]uint64
	exact  [20]float64
)

func init() {
	for k, p := 0, uint64(1); k < len(powers); k, p = k+1, 10*p {
		powers[k], exact[k] = p, float64(p)
	}
}

// ScanNumber reads the number at the beginning of a text, as far as its digits go, if it is of the common kind: a sign
// or none, up to 19 digits behind zeros, as many behind the point, and no exponent. The count of bytes read is 0 for
// others, and what follows may show that it is another kind.
func ScanNumber(s []byte, point byte) (v float64, n int) {
	i := 0
	if len(s) > 0 && (s[0] == '-' || s[0] == '+') {
		i = 1
	}
	var m uint64
	from := i
	for i < len(s) && s[i]-'0' < 10 {
		m = 10*m + uint64(s[i]-'0')
		i++
	}
	digits, places, first := i-from, 0, from
	if i < len(s) && s[i] == point {
		i++
		from = i
		for i < len(s) && s[i]-'0' < 10 {
			m = 10*m + uint64(s[i]-'0')
			i++
		}
		places = i - from
		digits += places
	}
	if digits > 19 {
		digits = significant(s[first:i])
	}
	if digits == 0 || digits > 19 || places > 19 {
		return 0, 0
	}
	if m < 1<<53 {
		v = float64(m)
		if places > 0 {
			v /= exact[places] // both are exact: the division rounds once (Clinger, PLDI 1990)
		}
	} else {
		v = quotient(m, places)
	}
	if s[0] == '-' {
		v = -v
	}
	return v, i
}

// significant counts the digits behind zeros; more than enough for nothing but zeros.
func significant(s []byte) int {
	for k, c := range s {
		if c >= '1' && c <= '9' {
			return len(s) - k
		}
	}
	return len(s)
}

// quotient is the float64 nearest to m/10ᵏ, m > 0 and k ≤ 19, of equally near ones the even. Both are moved left until
// the first bit is 1; the quotient has then at least 63 bits, and the remainder says whether there would be more. Where
// there would, the last bit is set, so that it is not taken for the middle between two: that last bit is far behind the
// 53 that stay.
func quotient(m uint64, k int) float64 {
	left, right := bits.LeadingZeros64(m), bits.LeadingZeros64(powers[k])
	m <<= left
	q, rest := bits.Div64(m>>1, m<<63, powers[k]<<right)
	if rest != 0 {
		q |= 1
	}
	return float64(q) * math.Float64frombits(uint64(1023+right-left-63)<<52) // a power of two: exact
}

// IsNumber tells a finite number.
func IsNumber(cell string) bool {
	_, ok := ParseNumber([]byte(cell))
	return ok
}

// commaNumber tells a number with commas, for its decimal point or between its thousands.
func commaNumber(text []byte) bool {
	without := bytes.ReplaceAll(text, []byte(","), nil)
	_, ok := ParseNumber(without)
	return ok && len(without) < len(text)
}

// NoNumber says what is due in the place of a text that is no finite number, in a few words.
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
