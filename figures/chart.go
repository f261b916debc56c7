package figures

import (
	"math"
	"strings"

	"github.com/go-echarts/go-echarts/v2/charts"
	"github.com/go-echarts/go-echarts/v2/opts"
)

// chartOptions is the house style of interactive charts: titles, axes with units, exact values on hover, zoom and export.
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
			AxisLabel: &opts.AxisLabel{Formatter: shortNumber},
		}),
		charts.WithYAxisOpts(opts.YAxis{
			Type: y.kind, Name: y.Label, NameLocation: "middle", NameGap: 52, Scale: opts.Bool(true), Min: y.min, Max: y.max,
			AxisLabel: &opts.AxisLabel{Formatter: shortNumber},
		}),
		charts.WithDataZoomOpts(opts.DataZoom{Type: "inside"}),
		charts.WithToolboxOpts(opts.Toolbox{
			Show: opts.Bool(true), Right: "8",
			Feature: &opts.ToolBoxFeature{
				SaveAsImage: &opts.ToolBoxFeatureSaveAsImage{Show: opts.Bool(true), Title: "save"},
				DataZoom:    &opts.ToolBoxFeatureDataZoom{Show: opts.Bool(true), Title: map[string]string{"zoom": "zoom", "back": "back"}},
				Restore:     &opts.ToolBoxFeatureRestore{Show: opts.Bool(true), Title: "restore"},
			},
		}),
		charts.WithAnimation(false),
	}
}

// shortNumber writes an axis label in few characters.
var shortNumber = opts.FuncOpts(`function(v){var a=Math.abs(v);return a!==0&&(a<1e-3||a>=1e5)?v.toExponential().replace("e+","e"):String(+v.toPrecision(6))}`)

// axis is an axis of an interactive chart: its kind, and its ends where the library would choose badly.
type axis struct {
	Axis
	kind     string
	min, max any
}

// chartAxis fits an axis to values. A logarithmic one that spans no decade is drawn linear, since the library marks whole
// powers of ten only; others run from one power of ten to another.
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
	return axis{a, "log", math.Pow(10, math.Floor(math.Log10(lo)+1e-9)), math.Pow(10, math.Ceil(math.Log10(hi)-1e-9))}
}

// option makes an option safe inside a script element: no text in it can end the script or begin a comment.
func option(s string) string {
	return strings.NewReplacer("</", `<\/`, "<!--", `<\!--`).Replace(strings.TrimSpace(s))
}
