import '../../platform/jobs.ts'

declare module '../../platform/jobs.ts' {
  interface JobKinds {
    /** Queues again what waits to be delivered and has no job. */
    sweep_deliveries: Record<string, never>
  }
}
