//go:build !amd64

package main

func fused(string) float64 { return inCache() }
