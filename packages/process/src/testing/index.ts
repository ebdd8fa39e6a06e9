export * as Script from "./Script.ts"
export * as ScriptedChild from "./ScriptedChild.ts"
