package model

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

var sizes = map[string]int{
	"float64": 8, "uint64": 8, "int64": 8, "float32": 4, "int32": 4, "uint16": 2, "uint8": 1,
}

// Sealed is a file whose object has the seal that goes with it, and its arrays the checksums that go with what is
// behind the first line, as somebody has it who means harm; what is no file stays what it is.
func Sealed(text string) string {
	line, body, behind := strings.Cut(text, "\n")
	members := map[string]jsontext.Value{}
	if json.Unmarshal([]byte(line), &members) != nil {
		return text
	}
	var list []arrayFile
	if json.Unmarshal(members["arrays"], &list, json.RejectUnknownMembers(true)) == nil {
		rest := body
		for k, a := range list {
			size := sizes[a.Type]
			n := min(max(0, a.Length), len(rest)) * size
			sum := sha256.Sum256([]byte(rest[:min(n, len(rest))]))
			list[k].SHA256, rest = hex.EncodeToString(sum[:]), rest[min(n, len(rest)):]
		}
		if arrays, err := json.Marshal(list); err == nil {
			line = strings.Replace(line, string(members["arrays"]), string(arrays), 1)
		}
	}
	if s := members["seal"]; s != nil {
		line = strings.Replace(line, `,"seal":`+string(s), "", 1)
	}
	whole := jsontext.Value(line)
	if whole.Canonicalize(jsontext.CanonicalizeRawInts(false)) != nil { // for sealed takes what was marshaled
		return text
	}
	sealedWhole, err := sealed(whole)
	_, seal, _ := strings.Cut(string(sealedWhole), `,"seal":`)
	out := strings.TrimSuffix(line, "}") + `,"seal":` + seal
	if err != nil {
		return text
	}
	if behind {
		return out + "\n" + body
	}
	return out
}
