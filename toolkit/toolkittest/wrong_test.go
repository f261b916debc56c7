package toolkittest_test

import (
	"strings"
	"testing"
)

// expect fails where a check finds nothing, or does not say what is expected of it in these words.
func expect(t *testing.T, what string, err error, words ...string) {
	t.Helper()
	if err == nil {
		t.Errorf("%s: nothing was found wrong; expected %q", what, words)
		return
	}
	for _, w := range words {
		if !strings.Contains(err.Error(), w) {
			t.Errorf("%s: expected %q in\n%v", what, w, err)
		}
	}
}
