// Package studies has the commands reproduce, claims and results.
package studies

import (
	"github.com/proxlab/proxlab/reproduce"
	"github.com/proxlab/proxlab/reproduce/bundle"
	"github.com/proxlab/proxlab/reproduce/onlinemkl"
	"github.com/proxlab/proxlab/reproduce/parsing"
	"github.com/proxlab/proxlab/reproduce/proxsvm"
	"github.com/proxlab/proxlab/reproduce/sparsity"
	"github.com/proxlab/proxlab/reproduce/tracenorm"
)

// Studies holds every study, in the order in which they are listed.
var Studies = []reproduce.Study{
	onlinemkl.Study, parsing.Study, proxsvm.Study, bundle.Study, tracenorm.Study, sparsity.Study,
}
