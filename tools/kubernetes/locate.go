package main

import (
	"fmt"
	"maps"
	"slices"

	"k8s.io/apimachinery/pkg/runtime"
	"sigs.k8s.io/yaml"
)

// undecodable says why a document could not be decoded, with the place of the value that is to blame, which the decoder
// leaves out (of a quantity) or gives without the numbers of list entries.
func undecodable(document []byte, err error) string {
	switch {
	case runtime.IsMissingKind(err):
		return "kind: Required value"
	case runtime.IsMissingVersion(err):
		return "apiVersion: Required value"
	case runtime.IsNotRegisteredError(err):
		return "kind: the server knows none of this name and apiVersion"
	}
	var tree any
	if yaml.Unmarshal(document, &tree) != nil {
		return err.Error()
	}
	if _, object := tree.(map[string]any); !object {
		return "not an object with apiVersion, kind, metadata and spec"
	}
	changes := func() bool { // whether the decoder says something else of the tree as it is now
		text, marshalErr := yaml.Marshal(tree)
		_, _, now := decoder.Decode(text, nil, nil)
		if marshalErr != nil || runtime.IsMissingKind(now) || runtime.IsMissingVersion(now) {
			return false
		}
		return now == nil || now.Error() != err.Error()
	}
	if place := blame(tree, "", changes); place != "" {
		return fmt.Sprintf("%s: %v", place, err)
	}
	return err.Error()
}

// blame is the place of the innermost value below a node that makes a difference when it is left out, "" where none
// does.
func blame(node any, place string, changes func() bool) string {
	switch n := node.(type) {
	case map[string]any:
		for _, key := range slices.Sorted(maps.Keys(n)) {
			value := n[key]
			inner := key
			if place != "" {
				inner = place + "." + key
			}
			if found := blame(value, inner, changes); found != "" {
				return found
			}
			n[key] = nil
			if changes() {
				return inner
			}
			n[key] = value
		}
	case []any:
		for i, value := range n {
			inner := fmt.Sprintf("%s[%d]", place, i)
			if found := blame(value, inner, changes); found != "" {
				return found
			}
			n[i] = nil
			if changes() {
				return inner
			}
			n[i] = value
		}
	}
	return ""
}
