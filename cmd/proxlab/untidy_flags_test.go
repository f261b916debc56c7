package main

import (
	"context"
	"fmt"
	"math"
	"path/filepath"
	"strings"
	"testing"
)

// TestUntidyFlags: what flags for untidy tables make is what a tidy table has.
func TestUntidyFlags(t *testing.T) {
	t.Parallel()
	var plain, german, old, status, dead strings.Builder
	plain.WriteString("x,kind,y\n")
	german.WriteString("x;kind;y\n")
	old.WriteString("x,kind,y\n")
	status.WriteString("x,time,how\n")
	dead.WriteString("x,time,how\n")
	for i := range 60 {
		x, kind := 1000+1500*math.Abs(math.Sin(float64(5*i))), []string{"Süd", "Nord", "Ost"}[i%3]
		y := math.Round(x/10) + float64(i%7)/4
		whole := fmt.Sprintf("%d.%03d", int(x)/1000, int(x)%1000)
		fmt.Fprintf(&plain, "%d,%s,%g\n", int(x), kind, y)
		fmt.Fprintf(&german, "%s;%s;%s\n", whole, kind, strings.Replace(fmt.Sprint(y), ".", ",", 1))
		fmt.Fprintf(&old, "%d,%s,%g\n", int(x), kind, y)
		time := 1 + math.Abs(math.Cos(float64(i)))
		fmt.Fprintf(&status, "%g,%g,%d\n", x/1000, time, map[bool]int{true: 1, false: 0}[i%3 > 0])
		fmt.Fprintf(&dead, "%g,%g,%s\n", x/1000, time, []string{"moved", "2", "Dead"}[i%3])
	}
	rest := "--categories kind --target y --penalty l1 --lambda 0.1max --intercept --tol 1e-10 --data "
	cox := "--target time --event how --loss cox --penalty l1 --lambda 0.1max --tol 1e-10 --data "
	for _, c := range []struct{ want, got string }{
		{rest + file(t, "a.csv", plain.String()), rest + file(t, "g.csv", german.String()) + " --decimal ,"},
		{
			rest + file(t, "a.csv", plain.String()),
			rest + file(t, "l.csv", latin(old.String())) + " --encoding latin-1",
		},
		{cox + file(t, "s.csv", status.String()), cox + file(t, "d.csv", dead.String()) + " --event-is dead,2"},
	} {
		m, w := modelOf(t, strings.Fields(c.want)...)
		n, v := modelOf(t, strings.Fields(c.got)...)
		p, q := m["objective"].(float64), n["objective"].(float64)
		if math.Abs(p-q) > 1e-12*math.Abs(p) || len(w) != len(v) {
			t.Errorf("%s: P is %.14g with %d weights, and %.14g with %d", c.got, q, len(v), p, len(w))
		}
	}
	model := filepath.Join(t.TempDir(), "m.json")
	args := strings.Fields("fit " + rest + file(t, "a.csv", plain.String()) + " --model " + model)
	_, stderr, code := call(t.Context(), args...)
	if code != 0 {
		t.Fatal(stderr)
	}
	other := file(t, "o.csv", strings.Replace(plain.String(), "Nord", "West", 1))
	for args, ok := range map[string]bool{
		"": false, " --unseen zero": true, " --unseen error": false, " --unseen a": false,
	} {
		rest := strings.Fields("predict --model " + model + " --data " + other + args)
		if _, stderr, code = call(t.Context(), rest...); (code == 0) != ok {
			t.Errorf("predict%s: exit code %d: %s", args, code, stderr)
		}
	}
}

// rareTable has labels of which two have one example.
func rareTable(t *testing.T) string {
	t.Helper()
	var b strings.Builder
	b.WriteString("x,z,kind\n")
	for i := range 50 {
		kind := []string{"a", "b"}[i%2]
		if i == 3 || i == 8 {
			kind = fmt.Sprint("rare", i)
		}
		fmt.Fprintf(&b, "%g,%g,%s\n", math.Sin(float64(3*i))+float64(i%2), math.Cos(float64(7*i)), kind)
	}
	return file(t, "rare.csv", b.String())
}

// TestRareLabels: they are left out, or one label, and what cannot be is named.
func TestRareLabels(t *testing.T) {
	t.Parallel()
	by := "fit --data " + rareTable(t) + " --target kind --loss multinomial --penalty l1 --path 4 --cv 3 --intercept " +
		"--json"
	for how, says := range map[string]string{
		"drop": "2 examples are left out, of labels of fewer than 2: rare3, rare8",
		"pool": "2 examples of labels of fewer than 2 are of the label other: rare3, rare8",
	} {
		stdout, stderr, code := call(t.Context(), strings.Fields(by+" --rare-labels "+how)...)
		if code != 0 || !strings.Contains(stderr, says) {
			t.Fatalf("%s: exit code %d: %s", how, code, stderr)
		}
		line := decode(t, stdout)[0]
		if n, k := line["n"].(float64), line["k"].(float64); n+k != map[string]float64{"drop": 50, "pool": 53}[how] {
			t.Errorf("%s: %g examples of %g labels", how, n, k)
		}
	}
	for args, says := range map[string]string{
		"":                        "--rare-labels drop leaves such out",
		" --rare-labels all":      "drop or pool is due",
		" --rare-labels drop:1":   "drop or pool is due",
		" --rare-labels drop:100": "every label has fewer than 100",
		" --rare-labels pool:3":   "have 2 together",
	} {
		_, stderr, code := call(context.Background(), strings.Fields(by+args)...)
		if code == 0 || !strings.Contains(stderr, says) {
			t.Errorf("%s: exit code %d: %s", args, code, stderr)
		}
	}
}

// TestThousandsAreNoLevels: points between thousands are read where commas are decimal points, and other points are
// refused, not taken for levels of a number.
func TestThousandsAreNoLevels(t *testing.T) {
	t.Parallel()
	for cell, ok := range map[string]bool{
		"3.550": true, "-1.234.567,8": true, "12.345": true, "3.55": false, "1234.567": false, "1.2345": false, ".550": false,
		"1..550": false, "3.550.": false,
	} {
		path := file(t, "t.csv", "a;y\n1,5;"+cell+"\n2,5;2\n1;3\n")
		_, stderr, code := call(t.Context(), "fit", "--data", path, "--target", "y", "--decimal", ",", "--mu", "1")
		if (code == 0) != ok {
			t.Errorf("%s: exit code %d: %s", cell, code, stderr)
		}
	}
}
