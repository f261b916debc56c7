package model_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/proxlab/proxlab/toolkit/model"
)

// TestSealNamesWhatChanged: a digit, a label, a field that is gone: all are found, and named. Order and spaces do not
// matter, and a file without a seal says so.
func TestSealNamesWhatChanged(t *testing.T) {
	t.Parallel()
	good := model.Sealed(two.String())
	for what, c := range map[string]struct{ old, now, says string }{
		"nothing":          {"", "", ""},
		"spaces":           {`[0.5,0]`, "[ 5e-1 ,\n 0.0 ]", ""},
		"a digit":          {`[0.5,0]`, `[0.6,0]`, "not what was written: weights"},
		"two":              {`0.25,"labels":[0,1]`, `0.35,"labels":[0,2]`, "not what was written: intercept, labels"},
		"another feature":  {`["a","b"]`, `["b","a"]`, "not what was written: features"},
		"a field too few":  {`"target":"y",`, "", "not what was written: target"},
		"a field too many": {`"lambda"`, `"parameter":1,"lambda"`, "not what was written: parameter"},
		"the seal":         {`"weights":"`, `"weights":"0`, "not what was written: weights"},
		"its name":         {`"seal"`, `"Seal"`, "Seal"},
		"no seal":          {`"seal":{`, `"seal":null,"x":{`, "seal is null"},
		"an empty seal":    {`"seal":{`, `"seal":{},"x":{`, "d, encoder, features"},
	} {
		text := strings.Replace(good, c.old, c.now, 1)
		if c.says == "" {
			if m, err := model.LoadLinear(strings.NewReader(text)); err != nil || m.Unsealed {
				t.Errorf("%s: %v", what, err)
			}
			continue
		}
		refuse(t, what, text, c.says, useLinear)
	}
	m, err := model.LoadLinear(strings.NewReader(two.String()))
	if err != nil || !m.Unsealed {
		t.Fatalf("a file without a seal: %v", err)
	}
	var b bytes.Buffer
	if err := m.Save(&b); err != nil {
		t.Fatal(err)
	}
	if m, err = model.LoadLinear(&b); err != nil || m.Unsealed {
		t.Errorf("it has none after it was saved: %v", err)
	}
}

// TestFlippedBits: there is no byte of a saved model, of any kind, that may change unnoticed.
func TestFlippedBits(t *testing.T) {
	t.Parallel()
	for what, c := range kinds() {
		if err := c.load(t, c.text); err != nil {
			t.Errorf("%s: %v", what, err)
		}
		text := []byte(c.text)
		for i := 0; i < len(text); i += 1 + len(text)/2000 {
			text[i] ^= 4
			if c.load(t, string(text)) == nil {
				t.Errorf("%s: byte %d of %d, %q, was changed to %q", what, i, len(text), c.text[i], text[i])
			}
			if v, err := model.Verify(bytes.NewReader(text)); err == nil && len(v.Changed) == 0 {
				t.Errorf("%s: byte %d of %d, %q, was changed to %q, and verified", what, i, len(text), c.text[i], text[i])
			}
			text[i] ^= 4
		}
		for _, cut := range []int{1, 2, 9, len(text) / 2, len(text)} {
			part := c.text[:len(text)-cut]
			v, err := model.Verify(strings.NewReader(part))
			if c.load(t, part) == nil || err == nil && len(v.Changed) == 0 {
				t.Errorf("%s: its last %d bytes are missing", what, cut)
			}
		}
	}
}
