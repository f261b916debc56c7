package figures

import (
	_ "embed"
	"encoding/json"
	"maps"
	"math"
	"slices"
	"strconv"

	"gonum.org/v1/plot"
)

// chartScript lays out and draws the option of a chart: for the width there is, in the colors of the page's theme.
//
//go:embed chart.js
var chartScript string

// object is one of JSON.
type object = map[string]any

// chart is the option of an interactive figure: what it shows, by go-echarts' series and by axes of the static figure.
// Where it is shown, and in which colors, is decided on the page (chart.js).
type chart struct {
	Title   object   `json:"title"`
	Columns int      `json:"columns"`
	Grid    []object `json:"grid"`
	XAxis   []object `json:"xAxis"`
	YAxis   []object `json:"yAxis"`
	Series  []object `json:"series"`
	Legend  object   `json:"legend"`
	Visual  object   `json:"visualMap,omitempty"`
}

func newChart(m Meta) chart {
	return chart{
		Title: object{"text": m.Title, "subtext": m.Subtitle}, Columns: 1, Legend: object{"data": []string{}},
	}
}

// add puts the axes of a plot and the series on them into a grid of their own.
func (c *chart) add(grid, x, y object, series []object) {
	i := len(c.Grid)
	for _, s := range series {
		if i > 0 {
			s["xAxisIndex"], s["yAxisIndex"] = i, i
		}
		c.Series = append(c.Series, s)
	}
	c.Grid, c.XAxis, c.YAxis = append(c.Grid, grid), append(c.XAxis, x), append(c.YAxis, y)
}

// text returns the option as JSON. encoding/json writes <, > and & as escapes, so that no label can end the script
// element that holds it. (The library's own snippet undoes HTML escapes in labels, so that a label could end its
// string.)
func (c chart) text() string {
	text, err := json.Marshal(c)
	if err != nil {
		panic(err) // finite numbers and strings always marshal
	}
	return string(text)
}

// valueAxis is the axis of a static figure with its ends and ticks, so that both figures have one scale. Its values are
// decimal logarithms where it is logarithmic: the library's own logarithmic axes mark whole powers of one base only.
func valueAxis(a plot.Axis, spec Axis) object {
	ticks := [][2]any{}
	for _, t := range a.Tick.Marker.Ticks(a.Min, a.Max) {
		if t.Label != "" { // the library draws no smaller ones
			ticks = append(ticks, [2]any{shortest(t.Value), t.Label})
		}
	}
	out := object{
		"type": "value", "name": spec.Label, "min": shortest(a.Min), "max": shortest(a.Max), "ticks": ticks,
	}
	if spec.Log {
		out["log"] = true
	}
	if spec.Names != nil {
		out["names"] = spec.Names
	}
	if spec.Bare {
		out["bare"], out["ticks"] = true, [][2]any{}
	}
	return out
}

// categoryAxis has a place for each name.
func categoryAxis(label string, names []string) object {
	ticks := make([][2]any, len(names))
	for i, n := range names {
		ticks[i] = [2]any{i, n}
	}
	return object{"type": "category", "name": label, "data": names, "ticks": ticks}
}

// seriesOf returns the series of a chart of go-echarts, without what they have by default.
func seriesOf(c interface{ JSON() map[string]any }) []object {
	var out []object
	text, err := json.Marshal(c.JSON()["series"])
	if err == nil {
		err = json.Unmarshal(text, &out)
	}
	if err != nil {
		panic(err) // series are structs of numbers and strings
	}
	for _, s := range out {
		maps.DeleteFunc(s, func(_ string, v any) bool { return v == nil || v == "" })
	}
	return slices.Clip(out)
}

// shortest drops the last digits, which rounding may have touched.
func shortest(v float64) float64 {
	v, _ = strconv.ParseFloat(strconv.FormatFloat(v, 'g', 12, 64), 64) // its own output
	return v
}

// onAxis returns a function that rounds values on an axis to a hundred thousandth of its length: more than a chart
// shows, and a third as much text as all digits.
func onAxis(a plot.Axis) func(float64) float64 {
	const share = 5 // decimals of the length
	decimals := share - int(math.Floor(math.Log10(math.Max(a.Max-a.Min, math.SmallestNonzeroFloat64))))
	if decimals > 300 || decimals < -300 {
		return shortest
	}
	return func(v float64) float64 {
		v, _ = strconv.ParseFloat(strconv.FormatFloat(v, 'f', max(0, decimals), 64), 64) // its own output
		return v
	}
}

// painted is a series that the page draws by a function of chart.js: a band or bars of errors.
func painted(name, how, color string, data [][]float64) object {
	return object{
		"type": "custom", "name": name, "paint": how, "color": color, "data": data, "renderItem": "", "silent": true,
		"encode": object{"x": 0, "y": []int{1, 2}},
	}
}
