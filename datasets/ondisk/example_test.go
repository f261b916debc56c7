package ondisk_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/proxlab/proxlab/datasets"
	"github.com/proxlab/proxlab/datasets/ondisk"
	"github.com/proxlab/proxlab/toolkit/linalg"
)

// A table is converted once, and then read block by block, as many of its columns as are asked for.
func ExampleOpen() {
	dir, err := os.MkdirTemp("", "blocks")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer func() { _ = os.RemoveAll(dir) }()
	path := filepath.Join(dir, "a.csv")
	if err := os.WriteFile(path, []byte("a,b,y\n1,2,3\n4,5,6\n"), 0o666); err != nil {
		fmt.Println(err)
		return
	}
	b, err := ondisk.Open(context.Background(), path, ondisk.Options{
		FrameOptions: datasets.FrameOptions{Target: "y"}, Memory: 1 << 30,
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer func() { _ = b.Close() }()
	var block linalg.RowBlock
	for k := range b.Blocks() {
		if err := b.Read(context.Background(), k, []int{1}, &block); err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(block.Y, block.Dense.Data)
	}
	// Output: [3 6] [2 5]
}
