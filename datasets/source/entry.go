package source

// File is one file of a set: its path below a data folder, <set>/<file>; where it can be had ("" where nowhere without
// asking somebody); and the SHA-256 of its uncompressed content. It may lie on disk plain, gzipped or bzip2ed.
type File struct {
	Path   string `json:"path"`
	URL    string `json:"url"`
	SHA256 string `json:"sha256"`
}

// Entry describes a set.
type Entry struct {
	Name     string `json:"name"`
	Title    string `json:"title"`
	Licence  string `json:"licence"`
	Citation string `json:"citation"`
	HowTo    string `json:"how_to,omitempty"` // how to get a set that has no address
	Files    []File `json:"files"`
}

// Verifiable tells whether every file of the set has a registered checksum: without one, what lies in its place cannot
// be told from the set, and is Unverified.
func (e Entry) Verifiable() bool {
	for _, f := range e.Files {
		if f.SHA256 == "" {
			return false
		}
	}
	return true
}
