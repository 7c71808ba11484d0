import { agreements, decodeName } from '@vypusk/contract'
import type { Contact, Outcome, releases } from '@vypusk/contract'
import { isApiError, sentenceOf } from '../../api/api-error.ts'
import { call } from '../../api/client.ts'
import { manyInParts, worst } from '../../api/in-parts.ts'
import type { Choice } from '../../components/kit/fields/ManyField.tsx'
import { queryClient } from '../../api/query-client.ts'
import { companyPeopleQuery } from '../../api/lookups.ts'

/** The values of the form for new agreements; it creates one agreement per company. */
export interface NewAgreements extends Record<string, unknown> {
  release_id: number | null
  companies: number[]
  /** People of the chosen companies who do not get letters; all others with an e-mail address do. */
  notTo: number[]
  staff: number[]
  recipientsExtra: string[]
  releaseDate: string | null
  releaseTime: string | null
  /** Why the date is chosen in spite of objections. */
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

/** Companies of a release to choose from; those that have an agreement or do not get the release are marked. */
export const companyChoices = (companies: readonly releases.ReleaseCompany[]): Choice[] =>
  companies.map(({ idcomp, namecomp, status, agreement_id }) => ({
    id: idcomp,
    name: decodeName(namecomp),
    note: status === -1 ? 'не публикуется' : agreement_id === null ? undefined : `согласование № ${agreement_id}`,
    disabled: status === -1 || agreement_id !== null,
  }))

/** The people of the companies who will receive letters. */
export const addressed = (people: readonly Contact[], notTo: readonly number[]): Contact[] =>
  people.filter(({ id, mailuser }) => mailuser !== null && !notTo.includes(id))

/** A company whose agreement was not created. */
export interface LeftCompany {
  company_id: number
  reason: string
  /** The server's errors by field. */
  errors: Record<string, string[]>
}

export interface Created {
  made: number[]
  /** Ids of agreements that already existed. */
  existing: number[]
  left: LeftCompany[]
  /** Why some that were created were not sent. */
  unsent: string[]
  mail: Outcome
}

/** Returns the id of the existing agreement named in a refusal; undefined for any other refusal. */
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
  return call(agreements.add, { body, onRefusal: 'throw' })
}

/** Sends all of them in as few calls as possible, so that waiting for the mail server happens once rather than for each. */
async function sendAll(created: Created): Promise<void> {
  try {
    const { mail, refused } = await manyInParts(
      created.made,
      (ids) => call(agreements.sendMany, { body: { ids }, onRefusal: 'throw' }),
      (id, message) => ({ id, message }),
    )
    created.mail = worst(created.mail, mail)
    created.unsent.push(...refused.map(({ id, message }) => `Согласование ${id} не отправлено. ${message}`))
  } catch (error) {
    created.unsent.push(`Согласования созданы, но не отправлены. ${sentenceOf(error)}`)
  }
}

const leftBy = (company_id: number, error: unknown): LeftCompany => {
  const errors = isApiError(error) ? error.errors : {}
  return { company_id, reason: Object.values(errors)[0]?.[0] ?? sentenceOf(error), errors }
}

/** Whether one refusal says everything: then it is that of the whole form. */
const isOneRefusal = ({ made, existing, left }: Created): boolean =>
  made.length === 0 &&
  (existing.length === 0 ? new Set(left.map(({ reason }) => reason)).size === 1 : existing.length + left.length === 1)

/**
 * Creates one agreement per company and, with `send`, sends them to the clients. A refusal for one does not stop the
 * others.
 * @throws the refusal when none was created for one and the same reason
 */
export async function addAgreements(values: NewAgreements, send: boolean): Promise<Created> {
  const created: Created = { made: [], existing: [], left: [], unsent: [], mail: 'none' }
  let refusal: unknown
  for (const company_id of values.companies) {
    try {
      const { id, mail } = await addOne(values, company_id)
      created.made.push(id)
      created.mail = worst(created.mail, mail)
    } catch (error) {
      const id = existingId(error)
      if (id === undefined) created.left.push(leftBy(company_id, error))
      else created.existing.push(id)
      refusal ??= error
    }
  }
  if (isOneRefusal(created)) throw refusal
  if (send && created.made.length > 0) await sendAll(created)
  return created
}
