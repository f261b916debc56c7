package templates

import "slices"

// content are the universal relations of words of content.
var content = []string{
	"acl", "advcl", "advmod", "amod", "appos", "ccomp", "compound", "conj", "csubj", "dep", "discourse", "dislocated",
	"expl", "fixed", "flat", "goeswith", "iobj", "list", "nmod", "nsubj", "nummod", "obj", "obl", "orphan", "parataxis",
	"reparandum", "root", "vocative", "xcomp",
}

// IsContent tells whether a universal relation is of a word of content.
func IsContent(relation string) bool {
	_, found := slices.BinarySearch(content, relation)
	return found
}
