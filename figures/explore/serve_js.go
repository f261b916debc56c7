package explore

import (
	"context"
	"syscall/js"
)

// Serve is the main function of a page's program: it answers the page's questions, which a worker passes on, and does
// not return. The page ends an answer that is no longer wanted by ending the worker.
func Serve(list ...Explorable) {
	page := js.Global()
	page.Set("proxlabAnswer", js.FuncOf(func(_ js.Value, args []js.Value) any {
		name, values, done := args[0].String(), args[1].String(), args[2]
		go func() { done.Invoke(Reply(context.Background(), list, name, values)) }() // a callback may not wait
		return nil
	}))
	page.Set("proxlabAgain", js.FuncOf(func(_ js.Value, args []js.Value) any {
		return ReplyAgain(list, args[0].String(), args[1].String())
	}))
	page.Call("proxlabReady")
	select {}
}
