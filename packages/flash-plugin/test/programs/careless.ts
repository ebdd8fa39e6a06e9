/** Prints to stdout, throws outside of handlers, and leaves work behind at its end. */
import { serve } from "../../src/node.ts"

serve({
  manifest: { commands: [{}] },
  handlers: {
    start: () => {
      console.log("printed")
      console.dir({ shown: true })
      console.dirxml("as text")
      console.table([1])
      process.stdout.write("half a line")
      setInterval(() => {}, 1_000)
    },
    command: ({ subcommand }, host) => {
      if (subcommand === "throw") {
        queueMicrotask(() => {
          throw new TypeError("secret")
        })
      }
      if (subcommand === "reject") Promise.reject(new RangeError("secret"))
      if (subcommand === "flood") for (let line = 0; line < 60; line++) host.log("info", "x".repeat(200_000))
    },
    shutdown: () => new Promise(() => {})
  }
})
