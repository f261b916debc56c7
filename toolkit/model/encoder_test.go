package model_test

import (
	"testing"
)

// A model whose columns are of all kinds, and its encoder.
const (
	columnsJSON = `{"name":"a","kind":"number","fill":[2]},` +
		`{"name":"b","kind":"category","levels":["other","x"],"reference":"y","rare":["u","v"],"fill_level":"y"},` +
		`{"name":"c","kind":"boolean","words":["no","yes"],"fill":[0.5]},` +
		`{"name":"d","kind":"date","form":"dmy","parts":["year","days"],"origin":"2000-01-01","fill":[2000,1.5]}`
	encoderJSON = `{"columns":[` + columnsJSON + `],"missing":"mean","unseen":"error"}`
)

var encoded = real_.with("d", "6", "weights", "[1,2,3,4,5,6]", "nonzeros", "6", "encoder", encoderJSON, "features",
	`["a","b=other","b=x","c","d.year","d"]`)

// TestHostileEncoders: a model whose encoder was edited by hand is refused, with the field that is wrong.
func TestHostileEncoders(t *testing.T) {
	t.Parallel()
	if err := useLinear(t, encoded.String()); err != nil {
		t.Fatal(err)
	}
	with := func(columns string) string { return `{"columns":[` + columns + `],"missing":"mean","unseen":"error"}` }
	number := `{"name":"a","kind":"number","fill":[2]},`
	for _, c := range []struct{ encoder, says string }{
		{"1", "encoder"}, {"[]", "encoder"}, {"{}", "columns is missing"}, {`{"columns":null}`, "columns is null"},
		{`{"columns":[],"missing":"mean","unseen":"error"}`, "no columns"},
		{`{"columns":[` + columnsJSON + `],"missing":"mean"}`, "unseen is missing"},
		{`{"columns":[` + columnsJSON + `],"missing":"mode","unseen":"error"}`, "missing"},
		{`{"columns":[` + columnsJSON + `],"missing":"error","unseen":"error"}`, "fill"},
		{`{"columns":[` + columnsJSON + `],"missing":"mean","unseen":"ignore"}`, "unseen"},
		{`{"columns":[` + columnsJSON + `],"missing":"mean","unseen":"error","more":1}`, "more"},
		{with(`{"name":"a","kind":"number","fill":[2]}`), "features"},
		{with(`{"name":"a","kind":"number"},` + columnsJSON), "fill"},
		{with(number + columnsJSON), "twice"},
		{with(`{"kind":"number"}`), "name is missing"}, {with(`{"name":null,"kind":"number"}`), "name is null"},
		{with(`{"name":"a"}`), "kind is missing"}, {with(`{"name":"a","kind":"sound","fill":[1]}`), "kind"},
		{with(`{"name":"a","kind":"number","fill":[1,2]}`), "fill has 2"},
		{with(`{"name":"a","kind":"number","fill":["1"]}`), "fill"},
		{with(`{"name":"a","kind":"number","fill":[null]}`), "null"},
		{with(`{"name":"a","kind":"number","fill":[1],"levels":["x"]}`), "levels"},
		{with(`{"name":"a","kind":"number","fill":[1],"words":["no","yes"]}`), "words"},
		{with(`{"name":"a","kind":"number","fill":[1],"form":"iso"}`), "form"},
		{with(`{"name":"a","kind":"number","fill":[1],"indicator":true}`), "indicator"},
		{with(`{"name":"a","kind":"number","fill":[1],"scale":2}`), "scale"},
		{with(`{"name":"b","kind":"category","levels":["x","w"],"reference":"y","fill_level":"y"}`), "ascend"},
		{with(`{"name":"b","kind":"category","levels":["x","x"],"reference":"y","fill_level":"y"}`), "ascend"},
		{with(`{"name":"b","kind":"category","levels":[],"reference":"y","fill_level":"y"}`), "no levels"},
		{with(`{"name":"b","kind":"category","reference":null,"fill_level":"y"}`), "reference is null"},
		{with(`{"name":"b","kind":"category","levels":["x"],"reference":"x","fill_level":"x"}`), "reference"},
		{with(`{"name":"b","kind":"category","levels":["x"],"reference":"y","rare":["u"],"fill_level":"y"}`), "other"},
		{with(`{"name":"b","kind":"category","levels":["other"],"reference":"y","rare":["y"],"fill_level":"y"}`), "rare"},
		{with(`{"name":"b","kind":"category","levels":["x"],"reference":"y"}`), "fill_level"},
		{with(`{"name":"b","kind":"category","levels":["x"],"reference":"y","fill_level":"z"}`), "fill_level"},
		{with(`{"name":"b","kind":"category","levels":["x"],"reference":"y","fill_level":"y","fill":[1]}`), "fill"},
		{with(`{"name":"c","kind":"boolean","words":["yes","no"],"fill":[1]}`), "words"},
		{with(`{"name":"c","kind":"boolean","fill":[1]}`), "words"},
		{with(`{"name":"d","kind":"date","form":"ymd","parts":["year"],"fill":[1]}`), "form"},
		{with(`{"name":"d","kind":"date","form":"iso","parts":[],"fill":[]}`), "parts"},
		{with(`{"name":"d","kind":"date","form":"iso","parts":["year","year"],"fill":[1,1]}`), "part"},
		{with(`{"name":"d","kind":"date","form":"iso","parts":["days"],"fill":[1]}`), "origin"},
		{with(`{"name":"d","kind":"date","form":"iso","parts":["year"],"origin":"2000-01-01","fill":[1]}`), "origin"},
	} {
		refuse(t, c.encoder, encoded.with("encoder", c.encoder).String(), c.says, useLinear)
	}
	for what, f := range map[string]fields{
		"other features":   encoded.with("features", `["a","b=other","b=z","c","d.year","d"]`),
		"no names":         encoded.with("features", "null"),
		"too few features": encoded.with("d", "5", "weights", "[1,2,3,4,5]", "nonzeros", "5"),
	} {
		refuse(t, what, f.String(), "features", useLinear)
	}
}
