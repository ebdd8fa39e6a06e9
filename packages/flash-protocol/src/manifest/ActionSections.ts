/** `action_bindings` and `action_confirmations`, as they stand in the file. */
import { Result, Schema } from "effect"
import { actions, bindingOnlyActions } from "../Constants.ts"
import * as Chord from "./Chord.ts"
import { list, NotBlank, object, required, rule, Text } from "./Texts.ts"

/** The actions that a plugin can perform; the others can only be bound. */
export const performable = actions.filter((action) => !bindingOnlyActions.some((name) => name === action))

// Only the tab to select has a number, and 1 stands for every number it may have.
const chord = (text: typeof Text) =>
  text.check(
    Schema.makeFilter((template) => Result.isSuccess(Chord.parseAt(template, 1)), {
      expected: "a chord such as cmd+shift+t",
      toJsonSchema: () => [{ pattern: "\\S" }, true]
    })
  )

const binding = (text: typeof Text) =>
  Schema.Union([
    chord(text),
    list(chord(text)).check(Schema.isMinLength(1, { expected: "at least one chord" })),
    object({
      menu: required(
        list(text.check(rule("a title that is not blank", /\S/u))).check(
          Schema.isMinLength(2, { expected: "at least two titles" })
        ),
        "The titles from the menu down to the item."
      )
    }),
    Schema.Literal(false)
  ]).annotate({ expected: 'a chord, a list of chords, {"menu": [titles]} or false' })

const PlainText = Text.check(rule("{index} in the bindings of tab_select only", /^(?![\s\S]*\{index\})/u))

const apps = (text: typeof Text, identifier: string) =>
  Schema.Record(Text.check(rule('a bundle id, or "" for every app', /^$|\S/u)), binding(text)).annotate({
    expected: "an object of bindings by bundle id",
    identifier
  })

const plain = apps(PlainText, "Bindings")
const indexed = apps(Text, "TabSelectBindings")

/** What each app does for an action. */
export const ActionBindings = object(
  Object.fromEntries(
    actions.map((action) => [action, Schema.optionalKey(action === "tab_select" ? indexed : plain)] as const)
  )
)

/** What to ask before an action. */
export const ActionConfirmations = object(
  Object.fromEntries(performable.map((action) => [action, Schema.optionalKey(NotBlank)] as const))
)
