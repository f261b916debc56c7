package plan

// Options say how a plan is run. The zero value uses all processors and keeps nothing.
type Options struct {
	// Folder keeps the results; "" keeps none. One folder holds one plan, and any number of processes may share it.
	Folder string
	// About says in a few words which settings the plan has, for those who find the folder.
	About string
	// Replace lets the plan take the place of another that is not finished. Results stay, whoever made them.
	Replace bool
	// Joins asks for a folder that holds this plan, and takes no other, finished or not: for one who was sent there.
	Joins bool
	// Fresh computes anew what is there.
	Fresh bool
	// Workers is how many tasks run at a time, the number of processors where it is 0.
	Workers int
	// Memory bounds the bytes of tasks at work and of their data, what the machine has available where it is 0. A task
	// that needs more runs alone.
	Memory float64
	// Shard runs a part of the plan, Only the tasks of these hashes.
	Shard Shard
	Only  []string
	// Progress is told how many tasks are done, of how many, and what is at work; it may be nil. It is called by one at a
	// time.
	Progress func(done, total int, label string)
	// Notice is told what people should know, a line at a time; it may be nil.
	Notice func(line string)

	calls func(name string) error // asked before calls of the system, which tests let fail; nil for no
}

func (o Options) notice(line string) {
	if o.Notice != nil {
		o.Notice(line)
	}
}
