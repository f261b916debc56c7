//go:build packed

package own

import _ "embed" // for the sources

// packedSources are what folders of one's own need of the project; tools/release packs them.
//
//go:embed packed.tar.gz
var packedSources []byte
