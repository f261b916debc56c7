package fetch_test

import (
	"context"
	"fmt"
	"time"

	"github.com/proxlab/proxlab/datasets"
	"github.com/proxlab/proxlab/datasets/fetch"
)

// The files of a registered set come into the cache, unless they are at hand.
func ExampleFetcher() {
	set, err := datasets.Find("a9a")
	if err != nil {
		fmt.Println(err)
		return
	}
	paths, err := fetch.Fetcher{Idle: time.Minute}.Fetch(context.Background(), set)
	fmt.Println(paths, err)
}
