// Package interactive is the one import of a notebook:
//
//	import . "github.com/proxlab/proxlab/interactive"
//
// Its words are those of most cells: a problem, a fit, what is shown, a figure with controls, a race. The kernel that
// `proxlab notebooks` starts adds the imports of other packages by their names, as in loss.Squared or fit.Linear, and
// leaves this one out of cells that use nothing of it. In a program of one's own all works as well: what a notebook
// draws is printed.
package interactive

import (
	"context"
	"errors"
	"fmt"
	"os"
	"reflect"
	"strings"

	"github.com/janpfeifer/gonb/gonbui"

	"github.com/proxlab/proxlab/figures"
	"github.com/proxlab/proxlab/figures/explore"
	"github.com/proxlab/proxlab/figures/notebook"
	"github.com/proxlab/proxlab/reproduce/session"
	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/solver"
)

// Problem is min_x P(x) = F(Ax) + λ Ω(x) + (μ/2)‖x‖², with its certificate.
type Problem = solver.Problem

// NewProblem makes a problem with λ = 1, as solver.NewProblem.
func NewProblem(a linalg.Map, loss toolkit.Loss, penalty toolkit.Proxable) *Problem {
	return solver.NewProblem(a, loss, penalty)
}

// Context ends when the cell is stopped, which is said once: what heeds it comes to its end, and is shown.
func Context() context.Context { return notebook.Context() }

// Fitter is a door of the toolkit, such as fit.Linear or structures.Parser: data in, a model out.
type Fitter[D, M any] interface {
	Fit(ctx context.Context, data D) (M, error)
}

// Fit fits until the cell is stopped, and returns the model as it is by then. Any other error ends the cell.
func Fit[D, M any](settings Fitter[D, M], data D) M { return Must(settings.Fit(Context(), data)) }

// Must returns the value; an error ends the cell with its text, unless it is that the cell was stopped.
func Must[T any](value T, err error) T {
	if err != nil && !errors.Is(err, context.Canceled) {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	return value
}

// Show shows figures, tables and text in Markdown, and prints all else. Outside of a notebook a figure is its title
// with its alternative text.
func Show(things ...any) {
	for _, thing := range things {
		switch x := thing.(type) {
		case figures.Figure:
			if notebook.Show(x); !gonbui.IsNotebook {
				fmt.Printf("%s: %s\n", x.About().Title, figures.Alt(x))
			}
		case figures.Table:
			if notebook.ShowTable(x); !gonbui.IsNotebook {
				_ = x.Text(os.Stdout, 0) // as Println has no error to tell
			}
		case string:
			if notebook.ShowMarkdown(x); !gonbui.IsNotebook {
				fmt.Println(x)
			}
		default:
			fmt.Println(x)
		}
	}
}

// Explore shows a figure with controls, which answers in its page, too: session.Explore.
func Explore(e explore.Explorable) { session.Explore(e) }

// Rival is a solver in a race: By makes one.
type Rival struct {
	name string
	run  func(r *session.Race, p *Problem, stop solver.Stop) error
}

// By is a solver under a name: By("FISTA", gradient.FISTA{}.Iterations). What it takes, P, has to be an interface that
// problems have.
func By[P any, S solver.Reporter](name string, iterations func(context.Context, P) solver.Seq[S]) Rival {
	return Rival{name, func(r *session.Race, p *Problem, stop solver.Stop) error {
		taken, ok := any(p).(P)
		if !ok {
			return fmt.Errorf("it takes no *solver.Problem but a %v", reflect.TypeFor[P]())
		}
		_, err := solver.Run(session.Follow(r, name, iterations(Context(), taken)), stop)
		return err
	}}
}

// Race lets solvers solve a problem, one after another, each until stop says so, and draws their gaps as they fall:
//
//	Race("With momentum, and without", problem(), solver.RelGap(1e-8),
//		By("FISTA", gradient.FISTA{}.Iterations), By("ISTA", gradient.FISTA{NoMomentum: true}.Iterations))
//
// The figure is there also when the cell is stopped. An error of a solver is printed, and the others run.
func Race(title string, p *Problem, stop solver.Stop, rivals ...Rival) {
	r := session.NewRace(strings.Join(strings.FieldsFunc(strings.ToLower(title), strange), "-"), title, "")
	defer r.Done()
	for _, x := range rivals {
		err := x.run(r, p, stop)
		if errors.Is(err, context.Canceled) {
			return
		}
		if err != nil {
			fmt.Printf("%s: %v\n", x.name, err)
		}
	}
}

// strange tells of what is no part of a name.
func strange(r rune) bool { return (r < 'a' || r > 'z') && (r < '0' || r > '9') }
