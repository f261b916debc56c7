// Package licenses has the notices and licences of what others wrote and this project hands on: in pages, in the
// command, in releases.
package licenses

import (
	_ "embed"
	"strings"
)

// All are the notices of everything. The package's test makes the file of what the modules and libraries have
// themselves, and fails where it is another: PROXLAB_LICENSES=write go test ./internal/licenses renews it.
//
//go:embed notices.txt
var All string

// commandAlone begins what no page carries.
const commandAlone = "\n==== In the command, not in pages ====\n"

// File is the name of the file that lies beside pages.
const File = "licenses.txt"

// Pages are the notices of what pages carry, or have beside them.
func Pages() string {
	pages, _, _ := strings.Cut(All, commandAlone)
	return pages
}
