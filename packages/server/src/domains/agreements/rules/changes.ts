import type { agreements } from '@vypusk/contract'

/** The two words an agreement consists of. */
export interface Approvals {
  by_rivc: boolean
  by_client: boolean
}

/** Brief, section 4: 0 neither party approved, 1 staff only, 2 both. Never stored. */
export function statusOf({ by_rivc, by_client }: Approvals): agreements.AgreementStatus {
  if (!by_rivc) return 0
  return by_client ? 2 : 1
}

/** The part of an agreement that updates change; recipients by id. */
export interface AgreementFields extends Approvals {
  id: number
  isPublishedOnTestEnv: boolean
  recipients: number[]
  recipientsExtra: string[]
  releaseDate: string | null
  releaseTime: string | null
  cancel_reason: string
  sent_at: string | null
  /** When anybody outside first heard of it; a moved date has been heard of. */
  heard_at: string | null
}

const sameTime = (before: AgreementFields, body: { releaseDate: string; releaseTime: string | null }) =>
  before.releaseDate === body.releaseDate && before.releaseTime === body.releaseTime

/** A date that a party approved goes nowhere without a reason. */
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

/** What an update says of the agreement itself; a remark is a thread of its own (docs/decisions/0061). */
export type OwnUpdate = Exclude<agreements.AgreementUpdate, { updateTarget: 0 }>

/**
 * What an allowed update changes.
 * @param byClient the word given is the client's, be it by staff on behalf
 * @param now ISO 8601, when the date is sent
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

/** Addresses without repetition, whatever their letter case, in the order given. */
export function onceEach(addresses: string[]): string[] {
  const seen = new Set<string>()
  return addresses.filter((address) => {
    const key = address.toLowerCase()
    return !seen.has(key) && seen.add(key)
  })
}

/** Values are compared as they are kept; the order of recipients means nothing. */
const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)
const sorted = (value: unknown) =>
  Array.isArray(value) ? value.toSorted((a, b) => String(a).localeCompare(String(b))) : value

/** Only what really differs from before. */
export function differing(before: AgreementFields, changes: Partial<AgreementFields>): Partial<AgreementFields> {
  const fields = Object.keys(changes) as (keyof AgreementFields)[]
  const kept = fields.filter((field) => !same(sorted(before[field]), sorted(changes[field])))
  return Object.fromEntries(kept.map((field) => [field, changes[field]]))
}

/** Who was not there before; extra addresses whatever their letter case. */
function addedTo(before: AgreementFields, { recipients = [], recipientsExtra = [] }: Partial<AgreementFields>) {
  const old = new Set(before.recipientsExtra.map((address) => address.toLowerCase()))
  return {
    users: recipients.filter((id) => !before.recipients.includes(id)),
    extra: recipientsExtra.filter((address) => !old.has(address.toLowerCase())),
  }
}

/**
 * What an update was, for whoever has to act on it. People added while the client is being asked
 * are asked as well.
 * @param changes what really differs from `before`
 */
export function happened(before: AgreementFields, changes: Partial<AgreementFields>, body: OwnUpdate) {
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
  if (statusOf(before) === 1 && (only.users.length > 0 || only.extra.length > 0)) {
    return { kind: 'agreement.sent', data: { ...data, only } } as const
  }
  return { kind: 'changed', data: {} } as const
}

type Happened = ReturnType<typeof happened>

/** The same with the offer that lapses by it: the date was moved, or agreed as it stands. */
export function withLapsed(event: Happened, offer: { id: number } | null) {
  const ended = offer ? { offer_id: offer.id } : {}
  if (event.kind === 'agreement.moved') return { ...event, data: { ...event.data, ...ended } }
  return event.kind === 'agreement.approved' ? { ...event, data: { ...event.data, ...ended } } : event
}
