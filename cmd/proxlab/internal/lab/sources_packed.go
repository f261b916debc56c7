//go:build packed

package lab

import _ "embed" // for the sources

// packedSources are what a folder of one's own notebooks needs of the project; tools/release packs them.
//
//go:embed packed.tar.gz
var packedSources []byte
