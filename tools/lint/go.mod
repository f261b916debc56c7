// The linters of `make lint`, in a module of their own so that the toolkit depends on none of them.
module github.com/proxlab/proxlab/tools/lint

go 1.26.0

tool (
	codeberg.org/polyfloyd/go-errorlint
	github.com/go-critic/go-critic/cmd/gocritic
	github.com/golangci/misspell/cmd/misspell
	github.com/kisielk/errcheck
	github.com/mdempsky/unconvert
	github.com/mgechev/revive
	github.com/proxlab/proxlab/tools/lint/concepts
	github.com/sashamelentyev/usestdlibvars
	github.com/walle/lll/cmd/lll
	golang.org/x/tools/cmd/deadcode
	golang.org/x/tools/cmd/goimports
	honnef.co/go/tools/cmd/staticcheck
	mvdan.cc/unparam
)

require golang.org/x/tools v0.51.0

require (
	codeberg.org/chavacava/garif v0.2.0 // indirect
	codeberg.org/polyfloyd/go-errorlint v1.9.0 // indirect
	github.com/BurntSushi/toml v1.6.0 // indirect
	github.com/alexflint/go-arg v0.0.0-20160306200701-e71d6514f40a // indirect
	github.com/cristalhq/acmd v0.12.0 // indirect
	github.com/fatih/color v1.18.0 // indirect
	github.com/fatih/structtag v1.2.0 // indirect
	github.com/go-critic/go-critic v0.14.3 // indirect
	github.com/go-toolsmith/astcast v1.1.0 // indirect
	github.com/go-toolsmith/astcopy v1.1.0 // indirect
	github.com/go-toolsmith/astequal v1.2.0 // indirect
	github.com/go-toolsmith/astfmt v1.1.0 // indirect
	github.com/go-toolsmith/astp v1.1.0 // indirect
	github.com/go-toolsmith/pkgload v1.2.2 // indirect
	github.com/go-toolsmith/strparse v1.1.0 // indirect
	github.com/go-toolsmith/typep v1.1.0 // indirect
	github.com/golangci/misspell v0.8.0 // indirect
	github.com/google/go-cmp v0.7.0 // indirect
	github.com/hashicorp/go-version v1.8.0 // indirect
	github.com/kisielk/errcheck v1.10.0 // indirect
	github.com/mattn/go-colorable v0.1.14 // indirect
	github.com/mattn/go-isatty v0.0.20 // indirect
	github.com/mdempsky/unconvert v0.0.0-20250216222326-4a038b3d31f5 // indirect
	github.com/mgechev/dots v1.0.0 // indirect
	github.com/mgechev/revive v1.15.0 // indirect
	github.com/quasilyte/go-ruleguard v0.4.5 // indirect
	github.com/quasilyte/gogrep v0.5.0 // indirect
	github.com/quasilyte/regex/syntax v0.0.0-20210819130434-b3f0c404a727 // indirect
	github.com/quasilyte/stdinfo v0.0.0-20220114132959-f7386bf02567 // indirect
	github.com/sashamelentyev/usestdlibvars v1.29.0 // indirect
	github.com/spf13/afero v1.15.0 // indirect
	github.com/walle/lll v1.0.1 // indirect
	golang.org/x/exp/typeparams v0.0.0-20251023183803-a4bb9ffd2546 // indirect
	golang.org/x/mod v0.41.0 // indirect
	golang.org/x/sync v0.23.0 // indirect
	golang.org/x/sys v0.48.0 // indirect
	golang.org/x/telemetry v0.0.0-20260924152758-ed294f943157 // indirect
	golang.org/x/text v0.34.0 // indirect
	honnef.co/go/tools v0.8.2 // indirect
	mvdan.cc/unparam v0.0.0-20251027182757-5beb8c8f8f15 // indirect
)
