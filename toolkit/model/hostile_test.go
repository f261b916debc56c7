package model_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/model"
)

// fields are a model's JSON, in order.
type fields [][2]string

func (f fields) String() string {
	var parts []string
	for _, p := range f {
		parts = append(parts, fmt.Sprintf("%q:%s", p[0], p[1]))
	}
	return "{" + strings.Join(parts, ",") + "}"
}

// with has other values of some fields, by pairs of name and value.
func (f fields) with(pairs ...string) fields {
	out := append(fields(nil), f...)
	for k := 0; k < len(pairs); k += 2 {
		for i := range out {
			if out[i][0] == pairs[k] {
				out[i][1] = pairs[k+1]
			}
		}
	}
	return out
}

func (f fields) without(name string) fields {
	var out fields
	for _, p := range f {
		if p[0] != name {
			out = append(out, p)
		}
	}
	return out
}

// The kinds of linear models: of two labels, of several outputs, of tasks, of numbers, and of a loss of one's own.
var (
	two = fields{
		{"format", `"proxlab linear model"`}, {"version", "1"}, {"loss", `"logistic"`}, {"penalty", `"l1"`},
		{"link", `"logit"`}, {"lambda", "0.1"}, {"mu", "0"}, {"standardize", "false"}, {"n", "6"}, {"d", "2"}, {"k", "1"},
		{"weights", "[0.5,0]"}, {"intercept", "0.25"}, {"labels", "[0,1]"}, {"tasks", "null"}, {"features", `["a","b"]`},
		{"encoder", "null"}, {"target", `"y"`}, {"objective", "0.5"}, {"gap", "1e-9"}, {"gap_kind", `"duality"`},
		{"iterations", "3"},
		{"seconds", "0.1"}, {"nonzeros", "1"}, {"rank", "null"}, {"solver", `"fista"`}, {"status", `"converged"`},
		{"made", `{"go":"go1.26"}`},
	}
	several = two.with("loss", `"multinomial"`, "link", `"softmax"`, "k", "3", "weights", "[1,2,3,4,5,6]",
		"intercept", "[1,2,3]", "labels", `["a","b","c"]`, "nonzeros", "6", "rank", "2")
	tasked = two.with("k", "2", "weights", "[1,2,3,4]", "intercept", "[1,2]", "tasks", "[-1,7]", "nonzeros", "4")
	real_  = two.with("loss", `"squared"`, "link", `"identity"`, "labels", "null")
	mine   = two.with("loss", `"mine"`, "link", `""`, "k", "2", "weights", "[1,2,3,4]", "intercept", "null", "labels",
		"null", "nonzeros", "4")
)

// useLinear loads a model and does what can be done with it. It returns the error of loading.
func useLinear(t testing.TB, text string) error {
	t.Helper()
	m, err := model.LoadLinear(strings.NewReader(text))
	if err != nil {
		return err
	}
	if m.Features > 1<<10 || m.Outputs > 1<<10 {
		return nil
	}
	x := linalg.NewDense(2, m.Features, nil)
	for j := range x.Data {
		x.Data[j] = float64(j) - 1
	}
	var task []int64
	if m.Tasks != nil {
		task = []int64{m.Tasks[0], m.Tasks[len(m.Tasks)-1]}
	}
	p, err := m.Predict(x, task)
	if err != nil {
		t.Fatalf("a model that was loaded does not predict: %v", err)
	}
	for i := range x.R {
		y := 0.
		if m.Labels != nil {
			y = p.Labels[i]
			_ = m.LabelName(y)
			_ = m.Labels[len(m.Labels)-1]
		}
		_ = m.Errors(p, []float64{y, y})
	}
	if m.Labels != nil && p.Scores.C > 1 && p.Scores.C != len(m.Labels) {
		t.Fatalf("%d columns of scores for %d labels", p.Scores.C, len(m.Labels))
	}
	_, _ = m.Nonzeros(), m.Selected()
	var b bytes.Buffer
	if err := m.Save(&b); err != nil {
		t.Fatalf("a model that was loaded is not saved: %v", err)
	}
	again, err := model.LoadLinear(&b)
	if d := cmp.Diff(m, again, cmpopts.EquateNaNs(), cmpopts.IgnoreFields(*m, "Unsealed")); err != nil || d != "" {
		t.Fatalf("saved and loaded again: error %v\n%s", err, d)
	}
	return nil
}

// refuse tests that a model is refused, with an error that says something.
func refuse(t *testing.T, what, text, says string, load func(t testing.TB, text string) error) {
	t.Helper()
	defer func() {
		if r := recover(); r != nil {
			t.Errorf("%s: panic: %v", what, r)
		}
	}()
	if err := load(t, text); err == nil || !strings.Contains(err.Error(), says) || len(err.Error()) > 600 {
		t.Errorf("%s: error %v, which does not say %q", what, err, says)
	}
}

// mutate refuses a model of which a field is missing, null, of another type, twice, or called otherwise.
func mutate(t *testing.T, of fields, after string, nullable, optional string, load func(testing.TB, string) error) {
	t.Helper()
	has := func(list, name string) bool { return strings.Contains(","+list+",", ","+name+",") }
	for k, p := range of {
		name := p[0]
		other := `{"other":"type"}`
		if strings.HasPrefix(p[1], "{") {
			other = "[1]"
		}
		if !has(optional, name) {
			refuse(t, name+" missing", of.without(name).String()+after, name, load)
		}
		if !has(nullable, name) {
			refuse(t, name+" null", of.with(name, "null").String()+after, name, load)
		}
		refuse(t, name+" of another type", of.with(name, other).String()+after, name, load)
		refuse(t, name+" a boolean's text", of.with(name, `["true"]`).String()+after, name, load)
		refuse(t, name+" twice", append(of, p).String()+after, name, load)
		called := append(fields(nil), of...)
		called[k][0] = strings.ToUpper(name[:1]) + name[1:]
		refuse(t, name+" called otherwise", called.String()+after, name[1:], load)
		refuse(t, name+" twice, in another case", append(of, called[k]).String()+after, name[1:], load)
	}
	refuse(t, "an unknown field", append(of, [2]string{"extra", "1"}).String()+after, "extra", load)
}

func TestHostileLinearModels(t *testing.T) {
	t.Parallel()
	for _, f := range []fields{two, several, tasked, real_, mine} {
		if err := useLinear(t, f.String()+"\n"); err != nil {
			t.Fatalf("%v: %v", f, err)
		}
	}
	mutate(t, two, "", "intercept,tasks,features,objective,gap,rank,encoder", "target,made", useLinear)
	for name, values := range map[string][]string{ // of several, whatever is wrong with the value
		"version": {"0", "-1", "2", "1e3", "2.5", `"2"`, "99999999999999999999"},
		"format":  {`""`, `"proxlab chain model"`}, "loss": {"1"}, "link": {`"probit"`, `"identity"`, `"logit"`, `""`},
		"lambda": {"-1", "1e999", `"NaN"`, "[]"}, "mu": {"-0.5", `"Infinity"`}, "standardize": {`"yes"`, "0"},
		"n": {"-1", "1.5", "1e30"}, "d": {"0", "-2", "3", "4611686018427387904", "2.5"},
		"k":         {"0", "-3", "1", "2", "9223372036854775807", "6"},
		"weights":   {"[]", "[1,2,3,4,5]", "[1,2,3,4,5,6,7]", `[1,2,3,4,5,"NaN"]`, "[1,2,3,4,5,null]", "[[1,2],[3,4],[5,6]]"},
		"intercept": {"1", "[]", "[1,2]", "[1,2,3,4]", "[1,2,null]", `[1,2,"3"]`, "true", "[[1],2,3]"},
		"labels": {"null", "[]", "[1]", "[1,2]", "[1,2,3,4]", "[3,2,1]", "[1,1,2]", `["a","b",3]`, `["a","b","a"]`,
			`["a","b",null]`, "[1,2,true]"},
		"tasks":    {"[1,2,3]", "[]", "[1]", "[3,2,1]", "[1.5,2,3]", `["a","b","c"]`},
		"features": {"[]", `["a"]`, `["a","b","c"]`, "[1,2]", `["a",null]`}, "target": {"1", "null"},
		"objective": {`"NaN"`, "[]", "1e999"}, "gap": {`"NaN"`, "true"}, "gap_kind": {`" "`, `"Duality"`, "3"},
		"iterations": {"-1", "0.5", "1e300"}, "seconds": {"-1", `"1"`}, "nonzeros": {"5", "7", "-1", "6.5"},
		"rank": {"3", "-1", "1.5", `"2"`}, "solver": {"1"}, "status": {`" "`, `"done"`, "0"},
		"made": {`{"go":1}`, `{"a":"x","a":"y"}`, "[]"},
	} {
		for _, v := range values {
			refuse(t, name+" "+v, several.with(name, v).String(), name, useLinear)
		}
	}
	s := two.String()
	for what, c := range map[string]struct{ text, says string }{
		"nothing":               {"", "no linear model"},
		"null":                  {"null", "format is missing"},
		"a list":                {"[" + s + "]", "no linear model"},
		"two models":            {s + s, "no linear model"},
		"a byte too many":       {s + "x", "no linear model"},
		"a NUL too many":        {s + "\x00", "no linear model"},
		"a mark":                {"\ufeff" + s, "no linear model"},
		"cut off":               {s[:len(s)-1], "no linear model"},
		"half":                  {s[:len(s)/2], "no linear model"},
		"NaN":                   {two.with("mu", "NaN").String(), "no linear model"},
		"a comment":             {"{/**/" + s[1:], "no linear model"},
		"no UTF-8":              {two.with("solver", "\"\xff\"").String(), "no linear model"},
		"deep":                  {two.with("made", strings.Repeat("[", 1<<16)).String(), "no linear model"},
		"a long text":           {two.with("status", `"`+strings.Repeat("x", 1<<20)+`"`).String(), "status"},
		"a long format":         {two.with("format", `"`+strings.Repeat("x", 1<<20)+`"`).String(), "format"},
		"outputs without tasks": {tasked.with("tasks", "null").String(), "tasks"},
		"numbers with labels":   {real_.with("labels", "[1,2]").String(), "labels"},
		"two outputs": {tasked.with("loss", `"x"`, "link", `"log"`, "labels", "null", "tasks", "null").String(),
			"outputs"},
		"own of one label":        {mine.with("labels", "[1]").String(), "labels"},
		"own of three labels":     {mine.with("labels", "[1,2,3]").String(), "labels"},
		"own of classes in tasks": {several.with("loss", `"x"`, "link", `""`, "tasks", "[1,2]").String(), "tasks"},
		"a list for one output":   {two.with("intercept", "[1]").String(), "intercept"},
		"a weight of the first":   {two.with("weights", "[0.5,1e-400]").without("nonzeros").String(), "nonzeros"},
	} {
		refuse(t, what, c.text, c.says, useLinear)
	}
}

// TestHarmlessModels: these differ from what is written, and mean the same.
func TestHarmlessModels(t *testing.T) {
	t.Parallel()
	for _, f := range []fields{
		two.with("intercept", "null"), two.with("features", "null"), two.with("objective", "null", "gap", "null"),
		two.without("target"), two.without("made"), two.with("rank", "1"), two.with("lambda", "1e-1"),
		two.with("labels", "[-1e300,1e300]", "weights", "[1e308,-1e308]", "nonzeros", "2"),
		several.with("labels", `["c","b","a"]`), // as the caller of package fit named them
		mine.with("link", `"identity"`),         // of several targets
	} {
		if err := useLinear(t, " "+f.String()+"\n\n"); err != nil {
			t.Errorf("%v: %v", f, err)
		}
	}
}
