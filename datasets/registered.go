package datasets

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/proxlab/proxlab/datasets/dataset"
	"github.com/proxlab/proxlab/toolkit/linalg"
)

// parts load the training and the test part of registered sets of examples, by their names. Two-class problems come
// with their original labels. (A package variable would keep all that they need in every program that imports this
// package.)
func parts() map[string]func(ctx context.Context) (train, test *Frame, err error) {
	all := map[string]func(ctx context.Context) (train, test *Frame, err error){
		"school": func(ctx context.Context) (train, test *Frame, err error) {
			in, out, err := LoadSchool(ctx, 1)
			return frameOfTasks(in), frameOfTasks(out), err
		},
		"bank": func(ctx context.Context) (train, test *Frame, err error) {
			return foldOfTasks(LoadBank(ctx))
		},
		"computers": func(ctx context.Context) (train, test *Frame, err error) {
			set, _, err := LoadComputers(ctx)
			return foldOfTasks(set, err)
		},
		"ocr": func(ctx context.Context) (train, test *Frame, err error) {
			set, err := LoadOCR(ctx, OnlyReal)
			if err != nil {
				return nil, nil, err
			}
			in, out := set.InFolds(1, 2, 3, 4, 5, 6, 7, 8, 9), set.InFolds(0)
			return frameOfLetters(set, in), frameOfLetters(set, out), nil
		},
	}
	for _, s := range binarySpecs {
		all[s.entry.Name] = func(ctx context.Context) (train, test *Frame, err error) {
			in, out, source, err := s.loadParts(ctx)
			if err != nil {
				return nil, nil, err
			}
			return &Frame{Source: source, X: in.X, Y: in.Y}, &Frame{Source: source, X: out.X, Y: out.Y}, nil
		}
	}
	for _, s := range rankingSpecs {
		all[s.entry.Name] = s.load
	}
	return all
}

// readRegistered loads the part of a set.
func readRegistered(ctx context.Context, name string, o FrameOptions) (*Frame, error) {
	name, part, _ := strings.Cut(name, ":")
	if part != "" && part != "train" && part != "test" {
		return nil, fmt.Errorf("@%s:%s: a set has the parts train and test", name, part)
	}
	load := parts()[name]
	if load == nil {
		if _, err := Find(name); err != nil {
			return nil, err
		}
		return nil, fmt.Errorf("the set %s is none of examples with features; there are: %s",
			name, strings.Join(Registered(), ", "))
	}
	queries := slices.Equal(o.Keep, []string{"qid"})
	if o.Target != "" || o.Weights != "" || len(o.Keep) > 0 && !queries {
		return nil, fmt.Errorf("@%s: a registered set has its own targets, and no weights or other columns", name)
	}
	train, test, err := load(ctx)
	if err != nil {
		return nil, err
	}
	out := train
	if part == "test" {
		out = test
	}
	if !queries {
		out.Kept = nil
	}
	switch {
	case queries && out.Kept == nil:
		return nil, fmt.Errorf("@%s: the set has no queries", name)
	case o.Task == "":
		out.Task = nil
	case out.Task == nil:
		return nil, fmt.Errorf("@%s: the set has no tasks", name)
	}
	return out, nil
}

// Registered returns the names of the sets that ReadFrame knows, behind an @.
func Registered() []string { return slices.Sorted(maps.Keys(parts())) }

func frameOfTasks(s *dataset.TaskSet) *Frame {
	if s == nil {
		return nil
	}
	out := &Frame{Source: s.Source, X: s.X, Y: s.Y, Features: s.Names, Task: make([]int64, len(s.Task))}
	for i, t := range s.Task {
		out.Task[i] = int64(t) + 1
	}
	return out
}

// foldOfTasks holds a fifth of each task out.
func foldOfTasks(s *dataset.TaskSet, err error) (train, test *Frame, _ error) {
	if err != nil {
		return nil, nil, err
	}
	in, out := s.Fold(0, 5, splitSeed)
	return frameOfTasks(in), frameOfTasks(out), nil
}

// frameOfLetters has a pixel a feature.
func frameOfLetters(o *dataset.OCR, words []dataset.Word) *Frame {
	out := &Frame{Source: o.Source}
	x := &linalg.CSR{C: dataset.LetterPixels, Ptr: []int{0}}
	for _, w := range words {
		for _, l := range o.Letters[w.Start:w.End] {
			for p := range dataset.LetterPixels {
				if l.Pixel(p) == 1 {
					x.Col, x.Val = append(x.Col, int32(p)), append(x.Val, 1)
				}
			}
			x.R++
			x.Ptr = append(x.Ptr, len(x.Val))
			out.Y = append(out.Y, float64(l.Label))
		}
	}
	out.X = x
	return out
}
