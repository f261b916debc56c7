package main

import (
	"encoding/json"
	"fmt"
	"math"
	"path/filepath"
	"strings"
	"testing"
)

// homes is a table of prices with sizes, kinds, ages, dates and notes.
func homes(t *testing.T) string {
	t.Helper()
	var b strings.Builder
	b.WriteString("price,size,kind,age,built,sold,note,years\n")
	for i := range 60 {
		size, age := 50+float64(i*37%90), float64(i*53%80)+0.5
		note := []string{"Quiet street", "street, busy", "quiet garden"}[i%3]
		price := size*float64(1+i%2) + 40*math.Sin(age/15) + float64(i%7)
		fmt.Fprintf(&b, "%.6f,%g,%s,%g,2001-%02d-%02d,2020-%02d-01,\"%s\",%d\n", price, size,
			[]string{"flat", "house"}[i%2], age, 1+i%12, 1+i%28, 1+i*5%12, note, 1+i%4)
	}
	return file(t, "homes.csv", b.String())
}

// TestColumnsMade: a formula and flags make the same columns, in fits, folds and predictions.
func TestColumnsMade(t *testing.T) {
	t.Parallel()
	data, folder := homes(t), t.TempDir()
	one, two := filepath.Join(folder, "1.json"), filepath.Join(folder, "2.json")
	fit := strings.Fields("fit --data " + data + " --penalty l1 --lambda 0.5 --standardize --cv 4 --tol 1e-10 --json")
	first, stderr, code := call(t.Context(), append(fit, "--model", one, "--formula",
		"price ~ size*kind + spline(age, 4) + log(years) + text(note)")...)
	if code != 0 {
		t.Fatalf("exit code %d: %s", code, stderr)
	}
	if !strings.Contains(stderr, "spline of age has its knots at") {
		t.Error(stderr)
	}
	second, stderr, code := call(t.Context(), append(fit, strings.Fields("--target price --intercept --categories auto "+
		"--drop built,sold --interactions size*kind --spline age:4 --log years --text note --model "+two)...)...)
	if code != 0 {
		t.Fatalf("exit code %d: %s", code, stderr)
	}
	var a, b struct {
		D         int
		Objective float64
		CV        float64 `json:"cv_error"`
	}
	if json.Unmarshal([]byte(first), &a) != nil || json.Unmarshal([]byte(second), &b) != nil || a.D != 12 || a != b ||
		!(a.CV > 0) {
		t.Errorf("%+v, by flags %+v", a, b)
	}
	stdout, stderr, code := call(t.Context(), "predict", "--model", one, "--data", data, "--importance", "1")
	if code != 0 || !strings.Contains(stdout, "R²                  0.9") {
		t.Errorf("exit code %d: %s%s", code, stdout, stderr)
	}
	stdout, stderr, code = call(t.Context(), strings.Fields("fit --target price --durations built..sold --bins age:3 "+
		"--poly size:2 --drop kind,note --mu 1 --json --cv 3 --choose-by mae --data "+data)...)
	if code != 0 || !strings.Contains(stdout, `"cv_measure":"mean absolute error"`) {
		t.Errorf("exit code %d: %s%s", code, stdout, stderr)
	}
}

// TestColumnsMadeFaults: what cannot be made, or judged by, is named.
func TestColumnsMadeFaults(t *testing.T) {
	t.Parallel()
	data := homes(t)
	for args, want := range map[string]string{
		"--formula|price ~ nothing":                                     `there is no column "nothing"; there are: price`,
		"--formula|price ~ size + log(size2)":                           `there is no column "size2"`,
		"--formula|price ~ size|--target|price":                         "leave --target",
		"--formula|price ~ spline(kind, 3) + kind":                      "coincide at 0",
		"--target|price|--spline|age|--drop|kind,built,sold,note":       "a column and a number are due",
		"--target|price|--spline|years:9|--drop|kind,built,sold,note":   "knots at its quantiles coincide at",
		"--target|price|--interactions|size|--drop|kind":                "product of 1 columns: 2 are due",
		"--target|price|--durations|built|--drop|kind":                  "as admitted..left",
		"--formula|price ~ size|--choose-by|mae":                        "give it a number of folds",
		"--formula|price ~ size|--choose-by|auc|--cv|3":                 "auc is for losses of labels",
		"--formula|price ~ bins(age,3)|--path|3|--cv|3|--nested|2":      "",
		"--formula|age ~ size + offset(years)|--exposure|size":          "give one of them",
		"--formula|price ~ size + text(note)|--hash|5|--grams|2":        "",
		"--target|price|--hash|5|--categories|auto|--dates|auto":        "--hash goes with --text",
		"--target|price|--log|sold|--dates|auto|--drop|kind,note,built": "",
	} {
		full := append([]string{"fit", "--data", data, "--mu", "1"}, strings.Split(args, "|")...)
		_, stderr, code := call(t.Context(), full...)
		if (code == 0) != (want == "") || !strings.Contains(stderr, want) {
			t.Errorf("%s: exit code %d: %s", args, code, stderr)
		}
	}
}
