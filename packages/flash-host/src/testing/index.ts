/** A host under a test clock, without a process or a file; no test runner is needed. */
export * as ScriptedFolders from "./ScriptedFolders.ts"
export * as TestPlatform from "./TestPlatform.ts"
