import { agreements, decodeName } from '@vypusk/contract'
import type { Contact, Outcome, releases } from '@vypusk/contract'
import { isApiError, sentenceOf } from '../../api/api-error.ts'
import { call, newKey } from '../../api/client.ts'
import type { Choice } from '../../components/kit/fields/ManyField.tsx'
import { queryClient } from '../../api/query-client.ts'
import { companyPeopleQuery } from '../../api/lookups.ts'

/** What the form of a new agreement holds; one agreement a company comes of it. */
export interface NewAgreements extends Record<string, unknown> {
  release_id: number | null
  companies: number[]
  /** People of the chosen companies who are not to get letters; everybody else with an address is. */
  notTo: number[]
  staff: number[]
  recipientsExtra: string[]
  releaseDate: string | null
  releaseTime: string | null
  /** Why the date is kept though something speaks against it. */
  against_reason: string
  remark: string
  isPublishedOnTestEnv: boolean
}

export const emptyForm: NewAgreements = {
  release_id: null,
  companies: [],
  notTo: [],
  staff: [],
  recipientsExtra: [],
  releaseDate: null,
  releaseTime: null,
  against_reason: '',
  remark: '',
  isPublishedOnTestEnv: false,
}

/** Companies of a release to choose from; those that have an agreement or get nothing say so. */
export const companyChoices = (companies: readonly releases.ReleaseCompany[]): Choice[] =>
  companies.map(({ idcomp, namecomp, status, agreement_id }) => ({
    id: idcomp,
    name: decodeName(namecomp),
    note: status === -1 ? 'не публикуется' : agreement_id === null ? undefined : `согласование № ${agreement_id}`,
    disabled: status === -1 || agreement_id !== null,
  }))

/** Those of the companies' people whom letters will go to. */
export const addressed = (people: readonly Contact[], notTo: readonly number[]): Contact[] =>
  people.filter(({ id, mailuser }) => mailuser !== null && !notTo.includes(id))

export interface Created {
  made: number[]
  /** Ids of agreements that were there already. */
  existing: number[]
  /** Why the rest was not made, or was made and not sent. */
  refusals: string[]
  mail: Outcome
}

const WORSE: Outcome[] = ['none', 'sent', 'queued', 'failed']
const worst = (a: Outcome, b: Outcome): Outcome => (WORSE.indexOf(a) > WORSE.indexOf(b) ? a : b)

/** The existing agreement a refusal names, undefined for any other refusal. */
export const existingId = (error: unknown): number | undefined =>
  isApiError(error) && error.status === 409 && typeof error.data['id'] === 'number' ? error.data['id'] : undefined

async function addOne(values: NewAgreements, company_id: number) {
  const { contacts } = await queryClient.query(companyPeopleQuery(company_id))
  const { recipientsExtra, releaseDate, releaseTime, against_reason, remark, isPublishedOnTestEnv } = values
  const own = addressed(contacts, values.notTo)
  const recipients = [...own.map(({ id }) => id), ...values.staff]
  const pair = { release_id: values.release_id ?? 0, company_id }
  const date = { releaseDate, releaseTime, against_reason }
  const body = { ...pair, recipients, recipientsExtra, ...date, remark, isPublishedOnTestEnv }
  return call(agreements.add, { body, onRefusal: 'throw', idempotencyKey: newKey() })
}

/** Sends them in one call, so that the mail server is waited for once and not for each. */
async function sendAll(created: Created): Promise<void> {
  try {
    const { mail, refused } = await call(agreements.sendMany, { body: { ids: created.made }, onRefusal: 'throw' })
    created.mail = worst(created.mail, mail)
    created.refusals.push(...refused.map(({ id, message }) => `Согласование ${id} не отправлено. ${message}`))
  } catch (error) {
    created.refusals.push(`Согласования созданы, но не отправлены. ${sentenceOf(error)}`)
  }
}

/**
 * Makes one agreement a company; with `send` they are sent to their clients. One that is refused holds up nobody.
 * @throws the refusal when nothing at all could be made
 */
export async function addAgreements(values: NewAgreements, send: boolean): Promise<Created> {
  const created: Created = { made: [], existing: [], refusals: [], mail: 'none' }
  let refusal: unknown
  for (const company_id of values.companies) {
    try {
      const { id, mail } = await addOne(values, company_id)
      created.made.push(id)
      created.mail = worst(created.mail, mail)
    } catch (error) {
      const id = existingId(error)
      if (id === undefined) created.refusals.push(sentenceOf(error))
      else created.existing.push(id)
      refusal ??= error
    }
  }
  if (created.made.length === 0) throw refusal
  if (send) await sendAll(created)
  return created
}
