export * as Lifecycle from "./Lifecycle.ts"
export * as RestartPolicy from "./RestartPolicy.ts"
export * as Supervisor from "./Supervisor.ts"
