import { endSubscription } from './domains/agreements/port.ts'
import { endFileLinks } from './domains/files/port.ts'
import { endAllTokens } from './domains/integrations/port.ts'
import type { Listeners } from './platform/events.ts'

/**
 * Ends everything that works in a person's name without a session when all access of the person ends, in whichever
 * process.
 */
export function connectAccess(listeners: Listeners): void {
  listeners.on('user.shut_out', endFileLinks)
  listeners.on('user.shut_out', endSubscription)
  listeners.on('user.shut_out', endAllTokens)
}
