package figures

import (
	"strings"

	"github.com/go-echarts/go-echarts/v2/charts"
	"github.com/go-echarts/go-echarts/v2/opts"
)

// chartOptions is the house style of interactive charts: titles, axes with units, exact values on hover, zoom and export.
func chartOptions(m Meta, x, y Axis, legend bool) []charts.GlobalOpts {
	kind := func(a Axis) string {
		if a.Log {
			return "log"
		}
		return "value"
	}
	return []charts.GlobalOpts{
		charts.WithInitializationOpts(opts.Initialization{ChartID: fileID(m.ID)}),
		charts.WithTitleOpts(opts.Title{
			Title: m.Title, Subtitle: m.Subtitle, Left: "center",
			TitleStyle: &opts.TextStyle{FontSize: 15, FontWeight: "normal", Color: hex(ink)},
		}),
		charts.WithTooltipOpts(opts.Tooltip{Show: opts.Bool(true), Trigger: "axis"}),
		charts.WithLegendOpts(opts.Legend{Show: opts.Bool(legend), Bottom: "0", Type: "scroll"}),
		charts.WithGridOpts(opts.Grid{Left: "72", Right: "24", Top: "64", Bottom: "84"}),
		charts.WithXAxisOpts(opts.XAxis{Type: kind(x), Name: x.Label, NameLocation: "middle", NameGap: 28, Scale: opts.Bool(true)}),
		charts.WithYAxisOpts(opts.YAxis{Type: kind(y), Name: y.Label, NameLocation: "middle", NameGap: 52, Scale: opts.Bool(true)}),
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

// option makes an option safe inside a script element: no text in it can end the script or begin a comment.
func option(s string) string {
	return strings.NewReplacer("</", `<\/`, "<!--", `<\!--`).Replace(strings.TrimSpace(s))
}
