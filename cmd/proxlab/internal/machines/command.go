package machines

import (
	"fmt"
	"strings"

	"github.com/proxlab/proxlab/cmd/proxlab/internal/ui"
	"github.com/proxlab/proxlab/toolkit/kernel/mixed"
	"github.com/spf13/cobra"
)

// Add gives the command fit its flags of kernels, and does what they ask for in place of it.
func Add(fit *cobra.Command) *cobra.Command {
	var f flags
	to := fit.Flags()
	to.StringArrayVar(&f.kernels, "kernel", nil,
		"`K`, in place of features: a kernel, several to choose among; see proxlab help kernels")
	to.BoolVar(&f.precomputed, "precomputed", false, "the data are Gram matrices of the examples, side by side")
	to.Float64Var(&f.norm, "block-norm", 2, "with kernels, p of (μ/2)(Σ_j ‖f_j‖^p)^{2/p}, 1 to 2: 2 adds the kernels up, "+
		"1 is the squared ℓ1")
	to.Float64Var(&f.nu, "nu", 0.1, "with kernels, ν of --loss one-class: the most of the examples that are outside")
	to.IntVar(&f.cache, "cache", 100, "with kernels, MB of columns of the Gram matrix that are kept")
	fit.Long = strings.Replace(fit.Long, "\nExit codes",
		fmt.Sprintf("  proxlab help %-10s %s\n\nExit codes", "kernels", "kernels in place of features"), 1)
	linear := fit.RunE
	fit.RunE = func(cmd *cobra.Command, args []string) error {
		if !cmd.Flags().Changed("kernel") && !f.precomputed {
			for _, name := range []string{"block-norm", "nu", "cache"} {
				if cmd.Flags().Changed(name) {
					return ui.Usage(fmt.Errorf("--%s goes with --kernel or --precomputed", name))
				}
			}
			return linear(cmd, args)
		}
		of := f
		if err := of.read(cmd); err != nil {
			return ui.Usage(err)
		}
		return run(cmd, of)
	}
	return fit
}

// NewTopic is proxlab help kernels, of flags of the command fit.
func NewTopic(fit *cobra.Command) *cobra.Command {
	var b strings.Builder
	b.WriteString("Kernels take the place of features: proxlab fit --kernel K learns a function of K's space,\n" +
		"\n  P(f, b) = Σ c_i ℓ_i(Σ_j f_j(x_i) + b) + λ Σ_j ‖f_j‖ + (μ/2) Σ_j ‖f_j‖²,\n\n" +
		"one f_j for each --kernel. With --lambda few kernels are left; --block-norm p is another way to choose. " +
		"A support vector machine with LIBSVM's C has --mu 1/(Cn).\n\nK is one of, or is made of,\n\n")
	for _, w := range mixed.Words() {
		fmt.Fprintf(&b, "  %-30s  %s\n", w[0], w[1])
	}
	b.WriteString("\nK@a,b is of the columns a and b, and K alone of all columns of numbers. --standardize centres and " +
		"divides numbers first; without it sparse rows stay sparse. With --precomputed the " +
		"columns of the data are those of the Gram matrix of the same examples, of several matrices side by " +
		"side.\n\nLosses are those of one prediction an example, multinomial, and " +
		"one-class (--nu), which looks at no target. --path N goes through as many μ, or λ, from one at which little is " +
		"learnt down to that which is given, and --cv chooses among them. The model file has the examples that support the " +
		"machine, and no others; proxlab predict reads it.")
	cmd := &cobra.Command{Use: "kernels", Short: "Kernels in place of features", Long: b.String()}
	cmd.Flags().SortFlags = false
	for _, name := range []string{"kernel", "precomputed", "block-norm", "nu", "cache"} {
		cmd.Flags().AddFlag(fit.Flags().Lookup(name))
	}
	cmd.InitDefaultHelpFlag()
	if err := cmd.Flags().MarkHidden("help"); err != nil {
		panic(err)
	}
	return cmd
}
