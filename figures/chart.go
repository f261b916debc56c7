package figures

import (
	"encoding/json"
	"math"

	"github.com/go-echarts/go-echarts/v2/charts"
	"github.com/go-echarts/go-echarts/v2/opts"
)

// chartOptions returns the house style of interactive charts: titles, axes with units, exact values on hover, zoom and
// export.
func chartOptions(m Meta, x, y axis, legend bool) []charts.GlobalOpts {
	return []charts.GlobalOpts{
		charts.WithInitializationOpts(opts.Initialization{ChartID: fileID(m.ID)}),
		charts.WithTitleOpts(opts.Title{
			Title: m.Title, Subtitle: m.Subtitle, Left: "center",
			TitleStyle: &opts.TextStyle{FontSize: 15, FontWeight: "normal", Color: hex(ink)},
		}),
		charts.WithTooltipOpts(opts.Tooltip{Show: opts.Bool(true), Trigger: "axis"}),
		charts.WithLegendOpts(opts.Legend{Show: opts.Bool(legend), Bottom: "0", Type: "scroll"}),
		charts.WithGridOpts(opts.Grid{Left: "72", Right: "24", Top: "64", Bottom: "84"}),
		charts.WithXAxisOpts(opts.XAxis{
			Type: x.kind, Name: x.Label, NameLocation: "middle", NameGap: 28, Scale: opts.Bool(true), Min: x.min, Max: x.max,
		}),
		charts.WithYAxisOpts(opts.YAxis{
			Type: y.kind, Name: y.Label, NameLocation: "middle", NameGap: 52, Scale: opts.Bool(true), Min: y.min, Max: y.max,
		}),
		charts.WithDataZoomOpts(opts.DataZoom{Type: "inside"}),
		charts.WithToolboxOpts(opts.Toolbox{
			Show: opts.Bool(true), Right: "8",
			Feature: &opts.ToolBoxFeature{
				SaveAsImage: &opts.ToolBoxFeatureSaveAsImage{Show: opts.Bool(true), Title: "save"},
				DataZoom: &opts.ToolBoxFeatureDataZoom{
					Show:  opts.Bool(true),
					Title: map[string]string{"zoom": "zoom", "back": "back"},
				},
				Restore: &opts.ToolBoxFeatureRestore{Show: opts.Bool(true), Title: "restore"},
			},
		}),
		charts.WithAnimation(false),
	}
}

// axis is an axis of an interactive chart: its kind, and its ends where the library would choose badly. A logarithmic
// axis is marked at the powers of base.
type axis struct {
	Axis
	kind     string
	min, max any
	base     float64
}

// chartAxis fits an axis to values. A logarithmic axis that spans no decade is drawn linearly, since the library marks
// whole powers of its base only; other logarithmic axes run from one power to another of a base that gives about eight
// of them.
func chartAxis(a Axis, values ...[]float64) axis {
	lo, hi := math.Inf(1), math.Inf(-1)
	for _, x := range values {
		for _, v := range x {
			lo, hi = math.Min(lo, v), math.Max(hi, v)
		}
	}
	if !a.Log || !(hi >= 10*lo) {
		return axis{Axis: a, kind: "value"}
	}
	decades := math.Max(1, math.Ceil((math.Log10(hi)-math.Log10(lo))/8))
	power := func(exponent float64) float64 { return math.Pow(10, math.Max(-307, math.Min(308, exponent*decades))) }
	return axis{a, "log", power(math.Floor(math.Log10(lo)/decades + 1e-9)),
		power(math.Ceil(math.Log10(hi)/decades - 1e-9)), power(1)}
}

// option returns the option of a chart as JSON. encoding/json writes <, > and & as escapes, so that no label can end
// the script element that holds it. (The library's own snippet undoes HTML escapes in labels, so that a label could end
// its string.)
func option(chart interface{ JSON() map[string]any }, x, y axis) string {
	o := chart.JSON()
	o["title"] = brokenSubtitle(o["title"])
	o["xAxis"], o["yAxis"] = withBase(o["xAxis"], x.base), withBase(o["yAxis"], y.base)
	text, err := json.Marshal(o)
	if err != nil {
		panic(err) // finite numbers and strings always marshal
	}
	return string(text)
}

// subtitleWidth is the pixels after which a subtitle goes on in another line: the buttons stand beside it.
const subtitleWidth = 640

// brokenSubtitle breaks long subtitles, for which go-echarts has no setting.
func brokenSubtitle(title any) any {
	var t map[string]any
	text, err := json.Marshal(title)
	if err == nil {
		err = json.Unmarshal(text, &t)
	}
	if err != nil {
		panic(err) // a title is a struct of numbers and strings
	}
	t["subtextStyle"] = subtitleStyle()
	return t
}

func subtitleStyle() map[string]any {
	return map[string]any{"width": subtitleWidth, "overflow": "break", "lineHeight": 14}
}

// withBase adds the base of a logarithmic axis, which go-echarts' axes lack.
func withBase(axes any, base float64) any {
	if base == 0 {
		return axes
	}
	var list []map[string]any
	text, err := json.Marshal(axes)
	if err == nil {
		err = json.Unmarshal(text, &list)
	}
	if err != nil {
		panic(err) // axes are structs of numbers and strings
	}
	for _, a := range list {
		a["logBase"] = base
	}
	return list
}
