//go:build !unix

package main

func become(path string, args []string) error { return command(path, args).Run() }
