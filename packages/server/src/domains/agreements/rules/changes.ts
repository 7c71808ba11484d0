import type { agreements } from '@vypusk/contract'

/** The two approvals that make up an agreement. */
export interface Approvals {
  by_rivc: boolean
  by_client: boolean
}

/** Derives the status (brief, section 4): 0 nobody approved, 1 staff only, 2 both. It is never stored. */
export function statusOf({ by_rivc, by_client }: Approvals): agreements.AgreementStatus {
  if (!by_rivc) return 0
  return by_client ? 2 : 1
}

/** The fields of an agreement that updates change; recipients are user ids. */
export interface AgreementFields extends Approvals {
  id: number
  isPublishedOnTestEnv: boolean
  recipients: number[]
  recipientsExtra: string[]
  releaseDate: string | null
  releaseTime: string | null
  cancel_reason: string
  sent_at: string | null
  /** When anybody outside was first notified of the agreement. A moved date keeps it. */
  heard_at: string | null
}

const sameTime = (before: AgreementFields, body: { releaseDate: string; releaseTime: string | null }) =>
  before.releaseDate === body.releaseDate && before.releaseTime === body.releaseTime

/** Checks whether a reason is needed: a date that either side has approved cannot be moved without one. */
export const needsReason = (before: AgreementFields, body: agreements.AgreementUpdate): boolean =>
  body.updateTarget === 4 && (before.by_rivc || before.by_client) && !sameTime(before, body) && !body.cancel_reason

function moved(
  before: AgreementFields,
  body: agreements.AgreementUpdate & { updateTarget: 4 },
): Partial<AgreementFields> {
  if (sameTime(before, body)) return {}
  const { releaseDate, releaseTime, cancel_reason } = body
  if (!before.by_rivc && !before.by_client) return { releaseDate, releaseTime }
  return { releaseDate, releaseTime, cancel_reason, by_rivc: false, by_client: false, sent_at: null }
}

/** An update of the agreement itself; a remark is a thread of its own (docs/decisions/0061). */
export type OwnUpdate = Exclude<agreements.AgreementUpdate, { updateTarget: 0 }>

/**
 * Returns the fields that an allowed update changes.
 * @param byClient the approval is the client's, even if staff give it on the client's behalf
 * @param now ISO 8601, recorded as the time when the date is sent
 */
export function changesOf(
  before: AgreementFields,
  body: OwnUpdate,
  byClient: boolean,
  now: string,
): Partial<AgreementFields> {
  if (body.updateTarget === 1) return { isPublishedOnTestEnv: body.isPublishedOnTestEnv }
  if (body.updateTarget === 2) return { recipients: body.recipients }
  if (body.updateTarget === 3) return { recipientsExtra: onceEach(body.recipientsExtra) }
  if (body.updateTarget === 4) return moved(before, body)
  return byClient ? { by_client: true } : { by_rivc: true, sent_at: now, heard_at: before.heard_at ?? now }
}

/** Removes repeated addresses, ignoring letter case, and keeps the order. */
export function onceEach(addresses: string[]): string[] {
  const seen = new Set<string>()
  return addresses.filter((address) => {
    const key = address.toLowerCase()
    return !seen.has(key) && seen.add(key)
  })
}

/** Compares values as they are stored; the order of recipients does not matter. */
const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)
const sorted = (value: unknown) =>
  Array.isArray(value) ? value.toSorted((a, b) => String(a).localeCompare(String(b))) : value

/** Returns only those of the changes that differ from `before`. */
export function differing(before: AgreementFields, changes: Partial<AgreementFields>): Partial<AgreementFields> {
  const fields = Object.keys(changes) as (keyof AgreementFields)[]
  const kept = fields.filter((field) => !same(sorted(before[field]), sorted(changes[field])))
  return Object.fromEntries(kept.map((field) => [field, changes[field]]))
}

/** Returns the added recipients; extra addresses are compared ignoring letter case. */
function addedTo(before: AgreementFields, { recipients = [], recipientsExtra = [] }: Partial<AgreementFields>) {
  const old = new Set(before.recipientsExtra.map((address) => address.toLowerCase()))
  return {
    users: recipients.filter((id) => !before.recipients.includes(id)),
    extra: recipientsExtra.filter((address) => !old.has(address.toLowerCase())),
  }
}

/**
 * Returns the event of an update. People added while the date is already with the client are asked as well.
 * @param changes what really differs from `before`
 * @param isAsked the date is still asked about
 */
export function happened(
  before: AgreementFields,
  changes: Partial<AgreementFields>,
  body: OwnUpdate,
  { isAsked = true }: { isAsked?: boolean } = {},
) {
  const data = { agreement_id: before.id }
  const { releaseDate, releaseTime } = before
  if (changes.by_rivc) return { kind: 'agreement.sent', data } as const
  if (changes.by_client && body.updateTarget === 5) {
    return {
      kind: 'agreement.approved',
      data: { ...data, on_behalf: body.on_behalf !== undefined, note: body.remark },
    } as const
  }
  if (changes.by_rivc === false)
    return { kind: 'agreement.moved', data: { ...data, from: { releaseDate, releaseTime } } } as const
  const only = addedTo(before, changes)
  if (statusOf(before) === 1 && isAsked && (only.users.length > 0 || only.extra.length > 0)) {
    return { kind: 'agreement.sent', data: { ...data, only } } as const
  }
  return { kind: 'changed', data: {} } as const
}

type Happened = ReturnType<typeof happened>

/** Adds the offer that lapses with the event, because the date was moved or agreed as it is. */
export function withLapsed(event: Happened, offer: { id: number } | null) {
  const ended = offer ? { offer_id: offer.id } : {}
  if (event.kind === 'agreement.moved') return { ...event, data: { ...event.data, ...ended } }
  return event.kind === 'agreement.approved' ? { ...event, data: { ...event.data, ...ended } } : event
}
