import type { Loader } from './copy.ts'
import type { World } from './people.ts'
import { startOf, type Day } from './time.ts'

const KINDS = ['agreement.sent', 'agreement.approved', 'agreement.moved', 'thread.raised', 'publication.published']
const DAYS_AGO = 30

/**
 * Writes two messenger channels: the provider's and one company's. Both are switched off, since their addresses do not
 * exist.
 */
export function writeChannels(load: Loader, { companies }: World, today: Day): void {
  const of = [null, companies[0]?.idcomp ?? null]
  for (const [index, idcomp] of of.entries()) {
    const url = `https://chat.example.ru/hooks/${idcomp === null ? 'releases' : 'client'}`
    load.add('webhooks', [index + 1, url, KINDS, 'demo', 'slack', idcomp, false, startOf(today - DAYS_AGO)])
  }
}
