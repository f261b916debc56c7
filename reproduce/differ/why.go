package differ

import (
	"fmt"
	"math"
	"slices"
	"strings"
)

// rounding is the relative difference up to which other instructions may be the reason.
const rounding = 1e-9

// Why says in sentences what differs, and why it may.
func (r Report) Why() []string {
	results := r.Of(Results)
	if len(results) == 0 {
		out := []string{fmt.Sprintf("All %d results are the same.", r.All[Results])}
		if named := r.otherwise(); named != "" {
			out = append(out, "They are, though "+named+" differ.")
		}
		return out
	}
	out := []string{fmt.Sprintf("%d of %d results differ.", len(results), r.All[Results])}
	most, texts := 0., 0
	for _, d := range results {
		if math.IsInf(d.Relative, 1) {
			texts++
		} else {
			most = max(most, d.Relative)
		}
	}
	if most > 0 {
		out = append(out, fmt.Sprintf("Numbers that both have differ by %.1g of the larger one at most.", most))
	}
	if texts > 0 {
		out = append(out, fmt.Sprintf("%d are no numbers, or only one has them.", texts))
	}
	return append(out, r.reasons(most, texts)...)
}

// otherwise names the kinds that differ beside results and times.
func (r Report) otherwise() string {
	var kinds []string
	for _, k := range Kinds[:slices.Index(Kinds, Results)] {
		if len(r.Of(k)) > 0 {
			kinds = append(kinds, string(k))
		}
	}
	return strings.Join(kinds, ", ")
}

// reasons are what may explain it, the likeliest first.
func (r Report) reasons(most float64, texts int) (out []string) {
	if len(r.Of(Settings)) > 0 {
		out = append(out, "Why it may: the settings differ, and other settings give other results.")
	}
	data := r.Of(Data)
	if slices.ContainsFunc(data, func(d Difference) bool { return strings.HasSuffix(d.Path, "sha256") }) {
		out = append(out, "Why it may: the checksums of data differ; these are other data.")
	} else if len(data) > 0 {
		out = append(out, "Why it may: the data are not called the same.")
	}
	own := slices.ContainsFunc(r.Of(Versions), func(d Difference) bool { return d.Path == "version" })
	switch {
	case own:
		out = append(out, "Why it may: the version of the computation differs; its author raised it since results change.")
	case len(r.Of(Versions)) > 0:
		out = append(out, "Why it may: the versions of source, toolkit, modules or Go differ.")
	}
	machines := len(r.Of(Machine)) > 0
	switch {
	case machines && texts == 0 && most <= rounding:
		out = append(out, "Why it may: the processors differ, and other instructions round otherwise; the differences are "+
			"as small.")
	case machines:
		out = append(out, "The machines differ too; that alone explains last digits, and the differences are larger.")
	}
	if len(out) == 0 {
		out = append(out, "Nothing that is written down explains it: settings, versions, data and machine are the same. "+
			"What depends on time (limits of time, times that are not declared so), or a file that was changed, would.")
	}
	return out
}
