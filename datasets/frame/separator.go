package frame

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// CheckSeparator tests what is said to stand between cells: one character that is part of none.
func CheckSeparator(mark string) error {
	if len(mark) == 1 && mark[0] < utf8.RuneSelf && !strings.ContainsAny(mark, "\"\r\n .-+") && !isWord(mark[0]) {
		return nil
	}
	return fmt.Errorf("separator %q: one character is due that is in no number and no word, as ; or a tab", mark)
}

func isWord(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}
