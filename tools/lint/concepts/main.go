// Command concepts looks at what file-by-file linters cannot see: packages that hold too many concepts. It is run by
// go vet, a package at a time, and knows its bounds from bounds.txt, which is part of the program.
//
//	go vet -vettool=$(which concepts) ./...                 # what is above its bound
//	go vet -vettool=$(which concepts) -concepts.all ./...   # lines, files and references back up of every package
package main

import "golang.org/x/tools/go/analysis/unitchecker"

func main() { unitchecker.Main(concepts) }
