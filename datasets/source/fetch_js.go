package source

import (
	"context"
	"fmt"
)

// What a page needs of downloads: it makes none, and so carries no client of a network.

// Progress is told how many bytes of a download there are, of how many in all (−1 where unknown).
type Progress func(done, total int64)

// Fetcher downloads no sets in a page.
type Fetcher struct{}

const maxUnpacked = 4 << 30

// Fetch says that a page downloads nothing.
func (Fetcher) Fetch(_ context.Context, e Entry) ([]string, error) {
	return nil, fmt.Errorf("data set %s: a page downloads nothing", e.Name)
}
