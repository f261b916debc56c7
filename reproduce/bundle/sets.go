package bundle

import (
	"context"
	"errors"
	"fmt"

	"github.com/proxlab/proxlab/datasets"
	"github.com/proxlab/proxlab/datasets/array"
	"github.com/proxlab/proxlab/datasets/dataset"
	"github.com/proxlab/proxlab/datasets/generate"
	"github.com/proxlab/proxlab/datasets/rnafiles"
	"github.com/proxlab/proxlab/reproduce"
	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/params"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/bundle"
	"github.com/proxlab/proxlab/toolkit/structured/rna"
)

// set is a function to minimize, and at which λ by which methods.
type set struct {
	id, title string
	real      string    // the registered data
	kind      kind      // of the function
	rows      int       // the first so many examples alone; 0 for all
	lambdas   []float64 // falling, as in the figure
	methods   []method
	extent    extent
	seconds   float64 // of a call, about
	starts    []float64
	startAt   float64 // the λ at which starts are compared, and after how many calls
	startCall int
	made      *synthetic // in the place of real data; nil where there is none
}

// kind says of what a set's function is.
type kind int

const (
	folding kind = iota
	byNDCG
	byPairs
	byHinge
)

// synthetic is what data of a kind are generated from.
type synthetic struct {
	Hairpins *generate.HairpinsConfig     `json:",omitempty"`
	Queries  *QueriesConfig               `json:",omitempty"`
	Classes  *generate.LowCurvatureConfig `json:",omitempty"`
}

// figureMethods are those of the figure: guesses without restarts are shown on one set alone.
var figureMethods = []method{standard, literal, restarting, stabilized}

// The sets at paper scale. The paper gives no λ: these fall as its figure's rows do, from where the ridge holds the
// weights near 0 to where it hardly does.
var sets = []set{
	{
		id: "rna", title: "RNA folding", real: "rna-s151rfam", kind: folding, lambdas: []float64{1, 1e-2, 1e-4},
		methods: figureMethods, extent: extent{80, 80}, seconds: 0.7,
		starts: []float64{0.1, 10}, startAt: 1e-2, startCall: 40, made: &smallRNA,
	},
	{
		id: "ndcg", title: "web ranking, NDCG", real: "lightgbm-lambdarank", kind: byNDCG,
		lambdas: []float64{1e-1, 1e-2, 1e-3}, methods: figureMethods, extent: extent{100, 100}, seconds: 0.02,
		starts: []float64{0.1, 10}, startAt: 1e-2, startCall: 40, made: &smallQueries,
	},
	{
		id: "pairs", title: "web ranking, pairs", real: "lightgbm-lambdarank", kind: byPairs,
		lambdas: []float64{1e-1, 1e-3, 1e-5}, methods: figureMethods, extent: extent{100, 100}, seconds: 0.01,
		made: &smallQueries,
	},
	{
		id: "mq2008-ndcg", title: "MQ2008, NDCG", real: "letor-mq2008-fold1", kind: byNDCG,
		lambdas: []float64{1e-1, 1e-2, 1e-3}, methods: figureMethods, extent: extent{100, 100}, seconds: 0.03,
	},
	{
		id: "mq2008-pairs", title: "MQ2008, pairs", real: "letor-mq2008-fold1", kind: byPairs,
		lambdas: []float64{1e-1, 1e-3, 1e-5}, methods: figureMethods, extent: extent{100, 100}, seconds: 0.01,
	},
	{
		id: "hinge", title: "hinge, 8,000 rows of a9a", real: "a9a", kind: byHinge, rows: 8000,
		lambdas: []float64{1e-3, 1e-4, 1e-5}, methods: methods, extent: extent{80, 1500}, seconds: 0.005,
		starts: []float64{0.1, 10}, startAt: 1e-4, startCall: 40, made: &smallClasses,
	},
	{
		id: "a9a", title: "hinge, a9a", real: "a9a", kind: byHinge, lambdas: []float64{1e-4, 1e-6},
		methods: figureMethods, extent: extent{80, 1500}, seconds: 0.01,
	},
	{
		id: "w8a", title: "hinge, w8a", real: "w8a", kind: byHinge, lambdas: []float64{1e-5}, methods: figureMethods,
		extent: extent{80, 1500}, seconds: 0.01,
	},
	{
		id: "ijcnn1", title: "hinge, ijcnn1", real: "ijcnn1", kind: byHinge, lambdas: []float64{1e-7},
		methods: figureMethods, extent: extent{80, 1500}, seconds: 0.01,
	},
}

// What is generated where the real data are not at hand, or not wanted.
var (
	smallRNA     = synthetic{Hairpins: &generate.HairpinsConfig{Count: 20, Least: 20, Most: 36}}
	smallQueries = synthetic{Queries: &QueriesConfig{Queries: 40, Documents: 12, Features: 10}}
	smallClasses = synthetic{Classes: &generate.LowCurvatureConfig{
		Train: 1000, Test: 1, Features: 40, Active: 8, Decades: 1.5, Noise: 0.05,
	}}
)

// setOf returns a set by its id.
func setOf(id string) set {
	for _, s := range sets {
		if s.id == id {
			return s
		}
	}
	panic("bundle: no such set")
}

// origin says which data a set has: the key of a task.
type origin struct {
	Name      string     `json:",omitempty"` // of the real data
	Checksums string     `json:",omitempty"`
	Made      *synthetic `json:",omitempty"`
	Kind      kind
	Rows      int `json:",omitempty"`
}

// data are the examples of a set.
type data struct {
	source   datasets.Source
	examples []rna.Example
	train    documents
	test     documents
	classes  *array.Examples
	kind     kind
}

// load reads or generates the data.
func (o origin) load(ctx context.Context) (d *data, err error) {
	d = &data{kind: o.Kind}
	switch o.Kind {
	case folding:
		err = d.loadRNA(ctx, o)
	case byHinge:
		err = d.loadClasses(ctx, o)
	default:
		err = d.loadQueries(ctx, o)
	}
	return d, err
}

func (d *data) loadRNA(ctx context.Context, o origin) error {
	var all *rnafiles.RNAs
	var err error
	if o.Made != nil {
		all, err = generate.Hairpins(ctx, *o.Made.Hairpins)
	} else {
		all, err = datasets.LoadRNA(ctx, datasets.OnlyReal)
	}
	if err != nil {
		return err
	}
	d.examples, d.source = all.Examples, all.Source
	return rna.CheckExamples(d.examples)
}

func (d *data) loadClasses(ctx context.Context, o origin) error {
	var all *dataset.Binary
	var err error
	if o.Made != nil {
		all, err = generate.LowCurvature(ctx, *o.Made.Classes)
	} else {
		all, err = datasets.LoadBinary(ctx, o.Name)
	}
	if err != nil {
		return err
	}
	d.classes, d.source = all.Train, all.Source
	if n := o.Rows; n > 0 && n < d.classes.X.R {
		x := d.classes.X
		d.classes = &array.Examples{
			X: &linalg.CSR{R: n, C: x.C, Ptr: x.Ptr[:n+1], Col: x.Col[:x.Ptr[n]], Val: x.Val[:x.Ptr[n]]},
			Y: d.classes.Y[:n],
		}
	}
	return nil
}

func (d *data) loadQueries(ctx context.Context, o origin) (err error) {
	if o.Made != nil {
		d.train, d.test = drawDocuments(*o.Made.Queries)
		d.source = datasets.Source{Name: "drawn queries", Kind: datasets.Synthetic, SHA256: d.train.checksum()}
		return nil
	}
	d.train, d.test, d.source, err = loadDocuments(ctx, o.Name)
	return err
}

// function makes the function ℓ, for one run alone.
func (d *data) function() (bundle.Function, error) {
	switch d.kind {
	case folding:
		return foldingRisk(d.examples)
	case byNDCG:
		return d.train.risk(ndcg), nil
	case byPairs:
		return d.train.risk(pairs), nil
	}
	return bundle.Risk{Problem: solver.NewProblem(d.classes.X, loss.Hinge{Y: d.classes.Y}, nil)}, nil
}

// foldingRisk is the mean structured hinge of sequences with their structures.
func foldingRisk(examples []rna.Example) (bundle.Function, error) {
	return bundle.NewOracle(func() (toolkit.Oracle, toolkit.Params) {
		return &rna.Hinge{Examples: examples},
			params.NewModel([]params.Block{params.NewExplicit(0, linalg.Identity(rna.Features), 1)})
	})
}

// originOf says which data a set has under a config; ok is false where it has none, of which a notice says how to get
// them.
func (s set) originOf(c reproduce.Config) (o origin, ok bool, err error) {
	o = origin{Kind: s.kind, Rows: s.rows}
	made := c.Data == datasets.OnlySynthetic || c.Data == datasets.Auto && c.Scale == reproduce.Quick && s.made != nil
	if !made {
		o.Name = s.real
		o.Checksums, err = datasets.AtHand(s.real)
		var missing *datasets.NotFoundError
		switch {
		case err == nil:
			return o, true, nil
		case !errors.As(err, &missing):
			return o, false, fmt.Errorf("the data of %s: %w", s.title, err)
		case c.Data == datasets.OnlyReal || s.made == nil:
			c.Notice("%v", err)
			return o, false, nil
		}
	}
	if s.made == nil {
		return o, false, nil
	}
	return origin{Kind: s.kind, Made: s.made.seeded(c.Seed)}, true, nil
}

// seeded is what is generated from a seed.
func (m synthetic) seeded(seed uint64) *synthetic {
	if m.Hairpins != nil {
		h := *m.Hairpins
		h.Seed, m.Hairpins = seed, &h
	}
	if m.Queries != nil {
		q := *m.Queries
		q.Seed, m.Queries = seed, &q
	}
	if m.Classes != nil {
		k := *m.Classes
		k.Seed, m.Classes = seed, &k
	}
	return &m
}
