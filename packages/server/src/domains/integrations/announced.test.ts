import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { webhooks } from '@vypusk/contract'
import type { EventKind } from '../../platform/events.ts'

/** Every event of a room has its kind of webhook, unless there is a reason. */

const OF_CHANGE = 'announced as `request.changed`, `release.changed` or `registry_entry.changed`'
const OF_IMPORT = 'a step of an import between two rooms; what it changes is announced itself'
const OF_ADMINISTRATION =
  'about the installation and its people, for administrators; programs watch /metrics and the log'

/** Events without a kind of their own: an event named in neither list does not compile. */
const EXCEPTIONS: Record<Exclude<EventKind, webhooks.WebhookKind>, string> = {
  changed: OF_CHANGE,
  many_changed: OF_CHANGE,
  'requests.release_wanted': OF_IMPORT,
  'requests.joining_ahead': OF_IMPORT,
  'requests.joining': OF_IMPORT,
  'agreement.reminders_paused': 'staff arrange their own schedule; nothing is decided or sent',
  'agreement.returned': 'an agreement that nobody is asked about; sending it is announced as `agreement.sent`',
  'agreement.scope_told': 'announced to channels as `agreement.scope_changed`; programs were told when it changed',
  'publication.shown':
    'announced to companies’ channels as `publication.published`; programs were told when it was made',
  'thread.due': 'a reminder to one person; the remark has not changed',
  'registry.mentioned': 'a comment’s letter to the people it names; the comment is announced as `registry.commented`',
  'substitute.changed': 'who stands in for whom in a company; what they then do is announced',
  'company.hidden': 'withdraws agreements, which is announced as `agreement.withdrawn`',
  'company.shown': OF_ADMINISTRATION,
  'user.password_asked': OF_ADMINISTRATION,
  'user.shut_out': OF_ADMINISTRATION,
  'user.sign_in_moved': OF_ADMINISTRATION,
  'user.second_factor': OF_ADMINISTRATION,
  'delivery.failed': OF_ADMINISTRATION,
  'delivery.retried': OF_ADMINISTRATION,
  'webhook.switched_off': OF_ADMINISTRATION,
  'backup.trouble': OF_ADMINISTRATION,
  'mail.down': OF_ADMINISTRATION,
  'mail.back': OF_ADMINISTRATION,
}

const ROOMS = join(import.meta.dirname, '..')
const declared = readdirSync(ROOMS).flatMap((room) => {
  const file = join(ROOMS, room, 'events.ts')
  const text = existsSync(file) ? readFileSync(file, 'utf8') : ''
  return [...text.matchAll(/^ {4}'([a-z_]+\.[a-z_]+)':/gm)].flatMap(([, kind]) => kind ?? [])
})

test('every event that rooms declare is a kind of webhooks, or an exception with its reason', () => {
  const known = new Set<string>([...webhooks.kinds, ...Object.keys(EXCEPTIONS)])
  expect(declared.length).toBeGreaterThan(30)
  expect(declared.filter((kind) => !known.has(kind))).toEqual([])
  expect(Object.keys(EXCEPTIONS).filter((kind) => webhooks.webhookKind.safeParse(kind).success)).toEqual([])
})
