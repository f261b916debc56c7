// Package tex writes texts for LaTeX.
package tex

import (
	"fmt"
	"regexp"
	"strings"
)

// barred is a letter with a macron, as of a mean.
var barred = regexp.MustCompile(`(\pL)\x{0304}`)

// Text writes a text for LaTeX, pdfTeX too: letters and signs beyond Latin by commands, in mathematics where they are
// of it. A character that is in no list is named by its number.
func Text(s string) string {
	var b strings.Builder
	s = barred.ReplaceAllString(s, "\ue000$1\ue001")
	for _, r := range s {
		switch sign, ok := signs[r]; {
		case r == '\ue000':
			b.WriteString(`$\bar{`)
		case r == '\ue001':
			b.WriteString(`}$`)
		case ok:
			b.WriteString(sign)
		case r < 0x80, r >= 0xc0 && r < 0x180: // Latin letters, which pdfTeX reads
			b.WriteRune(r)
		default:
			fmt.Fprintf(&b, `\texttt{U+%04X}`, r)
		}
	}
	return b.String()
}

// signs are written by commands.
var signs = func() map[rune]string {
	out := map[rune]string{
		'\\': `\textbackslash{}`, '&': `\&`, '%': `\%`, '$': `\$`, '#': `\#`, '_': `\_`, '{': `\{`, '}': `\}`,
		'~': `\textasciitilde{}`, '^': `\textasciicircum{}`, '<': `$<$`, '>': `$>$`, '|': `$|$`,
		'–': `--`, '—': `---`, '“': "``", '”': `''`, '‘': "`", '’': `'`, '…': `\ldots{}`, '½': `$\frac12$`, '°': `$^\circ$`,
		'\u00a0': `~`, 'ᵀ': `$^{\top}$`, 'ℓ': `$\ell$`, '′': `$'$`,
	}
	for command, letters := range map[string]string{
		"alpha": "α", "beta": "β", "gamma": "γ", "delta": "δ", "epsilon": "ϵ", "varepsilon": "ε", "zeta": "ζ", "eta": "η",
		"theta": "θ", "iota": "ι", "kappa": "κ", "lambda": "λ", "mu": "μµ", "nu": "ν", "xi": "ξ", "pi": "π", "rho": "ρ",
		"sigma": "σ", "tau": "τ", "upsilon": "υ", "varphi": "φ", "phi": "ϕ", "chi": "χ", "psi": "ψ", "omega": "ω",
		"Gamma": "Γ", "Delta": "Δ", "Theta": "Θ", "Lambda": "Λ", "Xi": "Ξ", "Pi": "Π", "Sigma": "Σ", "Phi": "Φ", "Psi": "Ψ",
		"Omega": "Ω", "pm": "±", "times": "×", "cdot": "·", "leq": "≤", "geq": "≥", "neq": "≠", "approx": "≈", "sim": "∼",
		"infty": "∞", "Vert": "‖", "langle": "⟨", "rangle": "⟩", "to": "→", "nabla": "∇", "partial": "∂", "surd": "√",
		"sum": "∑", "in": "∈", "ll": "≪", "gg": "≫", "uparrow": "↑", "downarrow": "↓",
	} {
		for _, r := range letters {
			out[r] = `$\` + command + `$`
		}
	}
	out['−'] = `$-$`
	for k, r := range []rune("⁰¹²³⁴⁵⁶⁷⁸⁹") {
		out[r] = fmt.Sprintf(`$^%d$`, k)
	}
	for k, r := range []rune("₀₁₂₃₄₅₆₇₈₉") {
		out[r] = fmt.Sprintf(`$_%d$`, k)
	}
	out['⁻'] = `$^-$`
	return out
}()
