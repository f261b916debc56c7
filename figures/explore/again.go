package explore

// Again is how what a figure solved is solved without its page, from the files that both read.
type Again struct {
	Command string // lines of a shell; none where no command solves the same
	Go      string // a program, for a module that has or needs this project's
	Files   []NamedFile
}

// NamedFile is a text file, without its folder.
type NamedFile struct{ Name, Content string }
