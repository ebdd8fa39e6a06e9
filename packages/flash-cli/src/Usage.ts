/** What the program says of itself: on standard output when asked, and otherwise, shorter, on standard error. */
import { Console, Effect, type Layer } from "effect"
import { CliOutput } from "effect/cli"
import * as Printable from "./rendering/Printable.ts"

const { formatHelpDoc, formatVersion } = CliOutput.defaultFormatter({ colors: false })

/** Presents help, the version, and calls that make no sense. */
export const layer: Layer.Layer<never> = CliOutput.layerPresenter({
  present: (event) => {
    switch (event._tag) {
      case "Help":
        return event.reason === "Requested"
          ? Console.log(formatHelpDoc(event.helpDoc))
          : Console.error(formatHelpDoc(event.helpDoc))
      case "Version":
        return Console.log(formatVersion(event.name, event.version))
      case "InvalidInvocation":
        return Effect.forEach(
          [
            ...event.errors.map(({ message }) => `flash: ${Printable.line(message)}`),
            `usage: ${event.helpDoc.usage}`,
            `${event.commandPath.join(" ")} --help says more`
          ],
          (line) => Console.error(line),
          { discard: true }
        )
    }
  }
})
