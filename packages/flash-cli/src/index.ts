export * as PluginFolder from "./PluginFolder.ts"
