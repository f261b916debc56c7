package ondisk

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"math"
	"slices"
	"sort"
	"strconv"
	"sync"

	"github.com/proxlab/proxlab/datasets"
	"github.com/proxlab/proxlab/toolkit/linalg"
)

// About is what is known of Blocks without their examples: what Parts are put together from.
type About struct {
	Path          string // of the table
	SHA256        string
	Columns       int
	Sparse        bool
	Features      []string
	Target        string
	Words         []string
	Distinct      []float64
	Times         []float64 // they occur, each time with its weight
	MeanTarget    float64
	Mean, Squares []float64
	Mass          float64 // Σ v of the weights v of the rows
	Heaviest      float64
	Tasks         []int64
	Counts        []int // rows of the blocks
	BlockBytes    int64
}

// About describes the table at path, which these are the blocks of.
func (b *Blocks) About(path string) About {
	i := &b.info
	return About{path, i.SHA256, i.Columns, i.Sparse, i.Features, i.Target, i.Words, i.Distinct, i.Times, i.MeanTarget,
		i.Mean, i.Squares, i.Mass, i.Heaviest, i.Tasks, i.Counts, b.BlockBytes()}
}

// Parts are tables with the same columns as one, of which each is opened when it is first read.
type Parts struct {
	about About   // of all
	of    []About // the parts
	first []int   // their first blocks
	codes []map[float64]float64
	open  func(ctx context.Context, part int) (*Blocks, error)

	locks  []sync.Mutex
	blocks []*Blocks
}

// JoinParts makes one table of several. Means and squares are joined by Chan, Golub, LeVeque, 1983, in the order of the
// parts; labels that are words are those of all. The error names the part whose columns are others.
func JoinParts(of []About, open func(ctx context.Context, part int) (*Blocks, error)) (*Parts, error) {
	p := &Parts{of: of, open: open, locks: make([]sync.Mutex, len(of)), blocks: make([]*Blocks, len(of))}
	p.about = About{Sparse: of[0].Sparse, Features: of[0].Features, Target: of[0].Target}
	sum := sha256.New()
	all := &p.about
	for k := range of {
		a := &of[k]
		if err := all.check(a, &of[0]); err != nil {
			return nil, err
		}
		p.first = append(p.first, len(all.Counts))
		all.Counts = append(all.Counts, a.Counts...)
		all.Columns, all.BlockBytes = max(all.Columns, a.Columns), max(all.BlockBytes, a.BlockBytes)
		_, _ = sum.Write([]byte(a.SHA256)) // a hash takes all
		all.MeanTarget += (a.MeanTarget - all.MeanTarget) * a.Mass / (all.Mass + a.Mass)
		all.moments(a)
		all.Tasks = append(all.Tasks, a.Tasks...)
		all.Mass, all.Heaviest = all.Mass+a.Mass, math.Max(all.Heaviest, a.Heaviest)
	}
	slices.Sort(all.Tasks)
	all.Tasks = slices.Compact(all.Tasks)
	all.SHA256 = hex.EncodeToString(sum.Sum(nil))
	p.targets()
	return p, nil
}

func (a *About) rows() (sum int) {
	for _, n := range a.Counts {
		sum += n
	}
	return sum
}

// check compares the columns of a part with those of the first one.
func (a *About) check(part, first *About) error {
	switch {
	case part.Sparse != a.Sparse:
		return fmt.Errorf("%s is of another format than %s: all parts are to be CSV, or all SVMlight", part.Path, first.Path)
	case part.Target != a.Target:
		return fmt.Errorf("%s has the target %q, and %s has %q", part.Path, part.Target, first.Path, a.Target)
	case a.Sparse || slices.Equal(part.Features, a.Features) && part.Columns == first.Columns:
		return nil
	}
	for j := range min(len(part.Features), len(a.Features)) {
		if part.Features[j] != a.Features[j] {
			return fmt.Errorf("%s has %q as its feature %d, where %s has %q: all parts have the same columns in the same order",
				part.Path, part.Features[j], j+1, first.Path, a.Features[j])
		}
	}
	return fmt.Errorf("%s has %d features, and %s has %d: all parts have the same columns", part.Path, part.Columns,
		first.Path, first.Columns)
}

// moments joins those of a part with those of the parts before.
func (a *About) moments(part *About) {
	before, now := a.Mass, part.Mass
	for j := range max(len(a.Mean), len(part.Mean)) {
		var mean, squares float64 // 0 where the part has not that column
		if j < len(part.Mean) {
			mean, squares = part.Mean[j], part.Squares[j]
		}
		if j == len(a.Mean) {
			a.Mean, a.Squares = append(a.Mean, 0), append(a.Squares, 0)
		}
		off := mean - a.Mean[j]
		a.Mean[j] += off * now / (before + now)
		a.Squares[j] += squares + off*off*before*now/(before+now)
	}
}

// targets joins those of the parts, and says what the codes of words are in all.
func (p *Parts) targets() {
	words, many := false, false
	for _, a := range p.of {
		words, many = words || a.Words != nil, many || a.Distinct == nil
	}
	all := &p.about
	seen := map[string]bool{}
	for _, a := range p.of {
		for _, y := range a.Distinct {
			if !words && !slices.Contains(all.Distinct, y) {
				all.Distinct = append(all.Distinct, y)
			}
			if word := a.word(y); words && !seen[word] {
				seen[word], all.Words = true, append(all.Words, word)
			}
		}
	}
	slices.Sort(all.Distinct)
	slices.Sort(all.Words)
	p.codes = make([]map[float64]float64, len(p.of))
	for k, a := range p.of {
		if !words {
			break
		}
		p.codes[k] = map[float64]float64{}
		for _, y := range a.Distinct {
			at, _ := slices.BinarySearch(all.Words, a.word(y))
			p.codes[k][y] = float64(at)
		}
	}
	for k := range all.Words {
		all.Distinct = append(all.Distinct, float64(k))
	}
	if many || len(all.Distinct) > mostDistinct {
		all.Distinct = nil
		return
	}
	all.Times = make([]float64, len(all.Distinct))
	for k, a := range p.of {
		for l, y := range a.Distinct {
			if words {
				y = p.codes[k][y]
			}
			at, _ := slices.BinarySearch(all.Distinct, y)
			all.Times[at] += a.Times[l]
		}
	}
}

// word is the text of a label.
func (a *About) word(y float64) string {
	if a.Words != nil {
		return a.Words[int(y)]
	}
	return strconv.FormatFloat(y, 'g', -1, 64)
}

// About describes all parts as one table.
func (p *Parts) About() About { return p.about }

// Dims are the numbers of examples and of features.
func (p *Parts) Dims() (n, d int) { return p.about.rows(), p.about.Columns }

// Blocks is how many all parts have.
func (p *Parts) Blocks() int { return len(p.about.Counts) }

// Parts are their first blocks.
func (p *Parts) Parts() []int { return p.first }

// Rows is how many block k has.
func (p *Parts) Rows(k int) int { return p.about.Counts[k] }

// Frame is what is known of the table but its examples.
func (p *Parts) Frame(name string) *datasets.Frame {
	return &datasets.Frame{Source: datasets.SourceOf(name, p.about.SHA256), Features: p.about.Features,
		Labels: p.about.Words, Target: p.about.Target}
}

// Part opens a part. The error names one that is not what it was when it was described.
func (p *Parts) Part(ctx context.Context, k int) (*Blocks, error) {
	p.locks[k].Lock()
	defer p.locks[k].Unlock()
	if p.blocks[k] != nil {
		return p.blocks[k], nil
	}
	b, err := p.open(ctx, k)
	if err != nil {
		return nil, err
	}
	if now := b.About(p.of[k].Path); now.SHA256 != p.of[k].SHA256 || !slices.Equal(now.Counts, p.of[k].Counts) {
		_ = b.Close()
		return nil, fmt.Errorf("%s has changed since the fit began: bring back what it was, or begin the fit again", now.Path)
	}
	p.blocks[k] = b
	return b, nil
}

// Again closes a part whose table has another size or time than when it was opened: who reads it next looks whether it
// is what it was.
func (p *Parts) Again(k int) {
	p.locks[k].Lock()
	defer p.locks[k].Unlock()
	if p.blocks[k] != nil && !p.blocks[k].current() {
		_ = p.blocks[k].Close() // it was read alone
		p.blocks[k] = nil
	}
}

// Read reads a block: see Blocks.Read.
func (p *Parts) Read(ctx context.Context, k int, columns []int, into *linalg.RowBlock) error {
	part := sort.SearchInts(p.first, k+1) - 1
	b, err := p.Part(ctx, part)
	if err != nil {
		return err
	}
	if columns == nil && p.of[part].Columns < p.about.Columns {
		columns = make([]int, p.about.Columns)
		for j := range columns {
			columns[j] = j
		}
	}
	if err := b.Read(ctx, k-p.first[part], columns, into); err != nil {
		return err
	}
	for _, count := range p.about.Counts[:p.first[part]] {
		into.First += count
	}
	for i, y := range into.Y {
		if p.codes[part] != nil {
			into.Y[i] = p.codes[part][y]
		}
	}
	return nil
}

// Close closes those that were opened.
func (p *Parts) Close() (err error) {
	for _, b := range p.blocks {
		if b != nil {
			err = b.Close()
		}
	}
	return err
}
