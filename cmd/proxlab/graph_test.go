package main

import (
	"bytes"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/proxlab/proxlab/datasets/array"
)

// friends are graphs of four or five people in a circle, of whom neighbours like the same: two tables.
func friends(count int) (nodes, edges string) {
	nodes, edges = "graph,node,x,label\n", "graph,from,to\n"
	for i := range count {
		n, likes := 4+i%2, []string{"tea", "coffee"}[i/2%2]
		for k := range n {
			x := 0.3
			if likes == "tea" {
				x = -x
			}
			if k == i%3 {
				x = -2 * x // misleads
			}
			nodes += fmt.Sprintf("g%d,n%d,%g,%s\n", i, k, x+0.1*float64(k%2), likes)
			edges += fmt.Sprintf("g%d,n%d,n%d\n", i, k, (k+1)%n)
		}
	}
	return nodes, edges
}

// bars are images of a bright bar of two columns, and their labels.
func bars(t *testing.T, count int) (images, labels string) {
	t.Helper()
	const rows, columns = 4, 6
	var x, y []float64
	for i := range count {
		for k := range rows * columns {
			v := 0.
			if c := k % columns; c == i%5 || c == i%5+1 {
				v = 255
			}
			x, y = append(x, v/255+0.4*float64((k*k+3*i)%7-3)/3), append(y, v)
		}
	}
	shape := []int{count, rows, columns}
	return stack(t, "x.npy", shape, x), stack(t, "y.npy", shape, y)
}

func stack(t *testing.T, name string, shape []int, data []float64) string {
	t.Helper()
	var b bytes.Buffer
	if err := array.SaveNPY(&b, shape, data); err != nil {
		t.Fatal(err)
	}
	return file(t, name, b.String())
}

// TestGraphCommands: two commands lead from tables to a scored labelling, and from images; a third says the same.
func TestGraphCommands(t *testing.T) {
	t.Parallel()
	nodes, edges := friends(12)
	images, labels := bars(t, 6)
	others, truth := bars(t, 5)
	weights := "graph,weight\n"
	for i := range 12 {
		weights += fmt.Sprintf("g%d,%d\n", 11-i, i%2*2)
	}
	in := folder(t, map[string]string{"nodes": nodes, "edges": edges, "weights": weights})
	npy := strings.NewReplacer("@@others", others, "@@truth", truth, "@@images", images, "@@labels", labels)
	for name, c := range map[string]struct{ train, predict, score, says string }{
		"tables": {
			"@@nodes --edges @@edges --C 10 --costs tea=2", "@@nodes --edges @@edges -o @@out", "@@nodes @@out",
			"graph,node,label,margin,score,bound\ng0,n0,tea,",
		},
		"pseudo": {
			"@@nodes --edges @@edges --loss pseudo-likelihood --C 10 --weights @@weights",
			"@@nodes --edges @@edges -o @@out", "@@nodes @@out",
			"g0,n1,tea,",
		},
		"hidden": {
			"@@nodes --edges @@edges --C 10 --hidden 2", "@@nodes --edges @@edges -o @@out", "@@nodes @@out", "g0,n1,tea,",
		},
		"images": {
			"@@images --labels @@labels --intercept --neighbours 8 --directions",
			"@@others --labels @@truth -o @@out.npy --figure @@figure.svg --image 2", "@@truth @@out.npy", "\x93NUMPY",
		},
	} {
		run := func(line string) (string, string) {
			out, said, code := call(t.Context(), in(npy.Replace(line))...)
			if code != 0 {
				t.Fatalf("%s: %s: exit code %d: %s", name, line, code, said)
			}
			return out, said
		}
		said, _ := run("graph train -o @@model " + c.train)
		checkSays(t, said, " labels, ", "objective at most", "minimum", "model: ")
		said, _ = run("graph predict @@model " + c.predict)
		checkSays(t, said, "labellings are best ones", "accuracy 100.00 %")
		score, _ := run("graph score " + c.score)
		if !strings.HasSuffix(said, score) {
			t.Errorf("%s: predicting says\n%s, and scoring\n%s", name, said, score)
		}
		out := in("@@out")[0]
		if name == "images" {
			out += ".npy"
			if text, err := os.ReadFile(in("@@figure.svg")[0]); err != nil || !bytes.Contains(text, []byte("margins")) {
				t.Errorf("the figure has no margins: %v", err)
			}
		}
		checkSays(t, read(t, out), c.says)
	}
	out, _, code := call(t.Context(), in("model verify @@model")...)
	if code != 0 || !strings.Contains(out, "graph model") {
		t.Errorf("exit code %d: %s", code, out)
	}
}

// TestGraphHiddenNodes: labels of nodes that see nothing come from hidden neighbours, which are told by a label and do
// not count as found.
func TestGraphHiddenNodes(t *testing.T) {
	t.Parallel()
	nodes, edges := "graph,node,x,label\n", "graph,from,to\n"
	for i := range 24 {
		x, label := 0.5+float64(i%5)/5, "warm"
		if i/2%2 == 0 {
			x, label = -x, "cold"
		}
		nodes += fmt.Sprintf("g%d,a,0,%s\ng%d,b,%g,why\n", i, label, i, x)
		edges += fmt.Sprintf("g%d,a,b\n", i)
	}
	in := folder(t, map[string]string{"nodes": nodes, "edges": edges})
	for _, line := range []string{
		"graph train @@nodes --edges @@edges -o @@model --C 10 --directed --hidden-nodes why=2",
		"graph predict @@model @@nodes --edges @@edges -o @@out",
	} {
		out, said, code := call(t.Context(), in(line)...)
		if code != 0 {
			t.Fatalf("%s: exit code %d: %s", line, code, said)
		}
		if strings.Contains(line, "predict") {
			checkSays(t, out, "24 of 24 labellings are best ones", "accuracy 100.00 % of 24 nodes")
		}
	}
	checkSays(t, read(t, in("@@out")[0]), "\ng0,a,cold,", "\ng0,b,why,", "\ng2,a,warm,")
}

// TestGraphRefuses: what is wrong with files, models and flags is named with its place.
func TestGraphRefuses(t *testing.T) {
	t.Parallel()
	nodes, edges := friends(4)
	images, labels := bars(t, 2)
	_, three := bars(t, 3)
	spoiled := strings.Replace(edges, "g0,n0,n1", "g0,n0,n9", 1)
	in := folder(t, map[string]string{
		"nodes": nodes, "edges": edges, "unknown": spoiled, "loop": strings.Replace(edges, "g0,n0,n1", "g0,n0,n0", 1),
		"graph": strings.Replace(edges, "g3,n0", "h,n0", 1), "again": edges + "g3,n0,n1\n", "tagged": "a O\n",
		"one": strings.ReplaceAll(nodes, "coffee", "tea"), "nan": strings.Replace(nodes, "n1,", "n1,x", 1),
		"some": strings.Replace(nodes, "g1,n0,-0.3,tea", "g1,n0,-0.3,", 1), "twice": nodes + "g3,n4,1,tea\n",
		"apart": nodes + "g0,n8,1,tea\n", "bare": "node,label\na,b\n", "nameless": "name,x\na,1\n", "empty": "",
		"heading": "node,x\n", "other": strings.Replace(nodes, "x,label", "y,label", 1),
		"thrice": "weight,graph\n1,g0\n1,g0\n", "heavy": "weight,graph\n-1,g0\n", "light": "graph,weight\ng1,2\n",
		"fewer": strings.Replace(nodes, "g3,n4,", "g3,n5,", 1),
	})
	npy := strings.NewReplacer("@@images", images, "@@labels", labels, "@@three", three, "@@flat",
		stack(t, "flat.npy", []int{4, 6}, make([]float64, 24)), "@@hole", stack(t, "hole.npy", []int{2, 4, 0}, nil))
	for _, line := range []string{
		"graph train @@nodes --edges @@edges -o @@model --loss pseudo-likelihood --max-iter 3",
		"graph train @@images --labels @@labels -o @@cells --loss pseudo-likelihood --max-iter 3",
		"tag train @@tagged -o @@tagger --epochs 1",
	} {
		if _, said, code := call(t.Context(), in(npy.Replace(line))...); code != 0 {
			t.Fatalf("%s: %s", line, said)
		}
	}
	for line, c := range map[string]struct {
		code int
		says string
	}{
		"train @@nodes --edges @@unknown -o @@x":                     {1, `unknown:2: field 3: there is no node "n9" of`},
		"train @@nodes --edges @@loop -o @@x":                        {1, `loop:2: field 3: the edge is a loop at node "n0"`},
		"train @@nodes --edges @@graph -o @@x":                       {1, `there is no graph "h" in `},
		"train @@nodes --edges @@again -o @@x":                       {1, `"n0" to "n1" of graph "g3" stands there twice`},
		"train @@one --edges @@edges -o @@x":                         {1, `all nodes have the label "tea"`},
		"train @@nan --edges @@edges -o @@x":                         {1, "is no finite number"},
		"train @@some --edges @@edges -o @@x":                        {1, `node "n0" of graph "g1" has no label`},
		"train @@twice --edges @@edges -o @@x":                       {1, `node "n4" of graph "g3" stands there twice`},
		"train @@apart --edges @@edges -o @@x":                       {1, `graph "g0" was there before others`},
		"train @@bare --edges @@edges -o @@x":                        {1, "nodes have no features"},
		"train @@nameless --edges @@edges -o @@x":                    {1, "no column is called node"},
		"train @@empty --edges @@edges -o @@x":                       {1, "empty: the file is empty"},
		"train @@heading --edges @@edges -o @@x":                     {1, "there are no nodes"},
		"train @@nodes -o @@x":                                       {2, "--edges FILE is needed"},
		"train @@nodes --edges @@edges":                              {2, "-o MODEL is needed"},
		"train @@nodes --edges @@edges -o @@edges":                   {2, "is the file that"},
		"train @@nodes --edges @@edges -o @@x --loss log":            {2, `--loss "log" is none of hinge, `},
		"train @@nodes --edges @@edges -o @@x --hidden -1":           {2, "--hidden -1: it must not be negative"},
		"train @@nodes --edges @@edges -o @@x --hidden-nodes milk=2": {2, "LABEL=STATES is due, of the labels coffee, tea"},
		"train @@nodes --edges @@edges -o @@x --hidden-nodes tea=0":  {2, "LABEL=STATES is due, of the labels coffee, tea"},
		"train @@nodes --edges @@edges -o @@x --hidden-nodes tea=2":  {1, `all nodes have the label "coffee"`},
		"train @@nodes --edges @@edges -o @@x --C 0":                 {2, "--C 0: it must be positive"},
		"train @@nodes --edges @@edges -o @@x --costs milk=2":        {2, "LABEL=COST is due, of the labels coffee, tea"},
		"train @@nodes --edges @@edges -o @@x --costs tea=-2":        {1, "it must be finite and not negative"},
		"train @@nodes --edges @@edges -o @@x --weights @@thrice":    {1, `thrice:3: field 2: graph "g0" stands there twice`},
		"train @@nodes --edges @@edges -o @@x --weights @@heavy":     {1, `heavy:2: field 1: a weight of "-1"`},
		"train @@nodes --edges @@edges -o @@x --weights @@light":     {1, `light: graph "g0" has no weight`},
		"train @@nodes --edges @@edges -o @@x --weights @@nodes":     {1, "no column is called weight"},
		"train @@images --labels @@labels -o @@x --weights @@light":  {1, `there is no graph "g1"`},
		"train @@images --labels @@three -o @@x":                     {1, "it has 3 images of 4 × 6 cells"},
		"train @@images -o @@x":                                      {2, "--labels FILE is needed"},
		"train @@flat --labels @@flat -o @@x":                        {1, "the array has 2 dimensions"},
		"train @@hole --labels @@labels -o @@x":                      {1, "has no images"},
		"train @@images --labels @@labels -o @@x --neighbours 5":     {1, "5 neighbours of a cell"},
		"train @@images --labels @@labels -o @@x --edges @@edges":    {2, "--edges are those of a table"},
		"train @snake -o @@x":                                        {2, "there are @snakes and @snakes:test"},
		"predict @@tagger @@nodes --edges @@edges":                   {1, `"proxlab tagger"`},
		"predict @@cells @@nodes --edges @@edges":                    {1, "learned from images, and this is a table"},
		"predict @@model @@images":                                   {1, "tables of nodes and edges, and these are images"},
		"predict @@model @@other --edges @@edges":                    {1, "features y, and the model was learned from x"},
		"predict @@model":                                            {1, "was learned from x"},
		"predict @@model @@nodes --edges @@edges --figure a.svg":     {2, "--figure draws an image"},
		"predict @@cells @@images --figure a.svg --image 3":          {2, "--image 3: there are 1 to 2"},
		"predict @@cells @@images --nodes -1":                        {2, "must not be negative"},
		"score @@nodes @@fewer":                                      {1, `graph 4, "g3", has other nodes`},
		"score @@nodes @@images":                                     {1, "one has images"},
		"score @@some @@nodes":                                       {1, "has no label"},
	} {
		out, said, code := call(t.Context(), in(npy.Replace("graph "+line))...)
		if code != c.code || !strings.Contains(out+said, c.says) {
			t.Errorf("%s: exit code %d and not %d, or not %q: %.300s", line, code, c.code, c.says, out+said)
		}
	}
}
