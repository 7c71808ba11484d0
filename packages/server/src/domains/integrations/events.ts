import '../../platform/events.ts'

declare module '../../platform/events.ts' {
  interface EventKinds {
    /** Nothing has arrived for days: nobody is told there any more until an administrator switches it on. */
    'webhook.switched_off': { webhook_id: number }
  }
}
