package graphfiles_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/proxlab/proxlab/datasets/graphfiles"
	"github.com/proxlab/proxlab/toolkit/linalg"
)

func written(t *testing.T, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	return path
}

// TestLoad: rows are those of nodes and edges graph by graph, whatever order edges are in; spaces and a byte-order mark
// are nothing.
func TestLoad(t *testing.T) {
	t.Parallel()
	nodes := written(t, "n.csv", "\ufeffx, label ,graph,node,z\n1,u,a, p ,2\n3,,a,q,4\n5,v,b,p,6\n7,u,b,q,8\n")
	edges := written(t, "e.csv", "from,weight,to,graph\nq,.5,p,b\np,1,q,a\n")
	g, err := graphfiles.Load(t.Context(), nodes, edges)
	if err != nil {
		t.Fatal(err)
	}
	got := fmt.Sprint(g.Names, g.Nodes, g.Labels, g.Ends, g.Features, g.EdgeFeatures, g.X.(*linalg.Dense).Data,
		g.Edges.(*linalg.Dense).Data)
	const want = "[a b] [[p q] [p q]] [[u ] [v u]] [[[0 1]] [[1 0]]] [x z] [weight] [1 2 3 4 5 6 7 8] [1 0.5]"
	if got != want {
		t.Errorf("%s, and not %s", got, want)
	}
}

// npy is a file with a header and numbers of one byte.
func npy(shape, order string, numbers ...byte) string {
	head := fmt.Sprintf("{'descr': '|u1', 'fortran_order': %s, 'shape': %s, }\n", order, shape)
	return "\x93NUMPY\x01\x00" + string([]byte{byte(len(head)), 0}) + head + string(numbers)
}

// TestLoadStack: arrays of either order are the same images, and what is no number has its place.
func TestLoadStack(t *testing.T) {
	t.Parallel()
	// np.arange(12).reshape(2, 3, 2) in both orders
	rows := npy("(2, 3, 2)", "False", 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11)
	columns := npy("(2, 3, 2)", "True", 0, 6, 2, 8, 4, 10, 1, 7, 3, 9, 5, 11)
	for _, text := range []string{rows, columns} {
		s, err := graphfiles.LoadStack(t.Context(), written(t, "a.npy", text))
		if err != nil || s.Images != 2 || s.Features != 1 || !slices.Equal(s.Of(1), []float64{6, 7, 8, 9, 10, 11}) {
			t.Errorf("%+v, error %v", s, err)
		}
	}
	nan := strings.Replace(npy("(1, 2, 2, 1)", "False"), "|u1", "<f4", 1) + strings.Repeat("\x00", 12) + "\x00\x00\xc0\x7f"
	for text, says := range map[string]string{
		nan: "image 1, row 2, column 2 is NaN", rows[:80]: "cut off", npy("(2,)", "False", 1, 2): "1 dimensions",
		"":                        "no .npy",
		npy("(0, 3, 2)", "False"): "has no images",
	} {
		if _, err := graphfiles.LoadStack(t.Context(), written(t, "b.npy", text)); err == nil ||
			!strings.Contains(err.Error(), says) {
			t.Errorf("%q is not in: %v", says, err)
		}
	}
}
