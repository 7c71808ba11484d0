import { decodeName, services } from '@vypusk/contract'
import type { Actor, Call } from '../../../platform/call.ts'
import { momentOf } from '../../../platform/clock.ts'
import { emit } from '../../../platform/events.ts'
import { recordChanges } from '../../../platform/history.ts'
import { API_TOKEN } from '../../../platform/person.ts'
import { refuse, refuseField, refuseWith } from '../../../platform/refusal.ts'
import { newSecret, secretHash } from '../../../platform/credentials/secret.ts'
import { inTransaction, type Transaction } from '../../../platform/transaction.ts'
import {
  endAccessIfMoved,
  endAllAccess,
  insertPerson,
  lockAdministrators,
  lockService,
  mustBeSignedIn,
  patchPerson,
  PERSON_TITLES,
} from '../../auth/port.ts'
import { companyName, recordedCompany, recordedMove } from '../../catalog/port.ts'
import { MOST_SERVICES, MOST_TOKENS, reasons } from '../policy.ts'
import { daysLater, isExpired, SCOPE_NAMES, SERVICE_TITLES } from '../rules.ts'
import { serviceDetail } from '../queries/services.ts'
import { countServices, insertService, serviceOf, tokenName, updateService, updateTokens } from '../store/services.ts'
import { countTokens, revokeToken, writeToken } from '../store/tokens.ts'

/** Accounts of programs (docs/decisions/0113): rows in the table of people that nobody can sign in with. */

const titles = { ...PERSON_TITLES, ...SERVICE_TITLES }
type Recorded = Partial<Record<keyof typeof titles, string | boolean | null>>

const saved = async ({ deps }: Actor, id: number) => ({
  message: 'Success',
  service: await serviceDetail(deps.db, id, momentOf(deps.clock)),
})

const record = (tx: Transaction, actor: Actor, entity_id: number, before: Recorded | null, after: Recorded) =>
  recordChanges<Recorded>(tx, actor, { entity: 'user', entity_id, titles, before, after })

/** Open lists load again, and the account's event streams reconnect with its current rights. */
const announceChange = (tx: Transaction, actor: Actor, entity_id: number, { version, idcomp }: Row) =>
  emit(tx, actor, {
    kind: 'changed',
    entity: 'user',
    entity_id,
    version,
    companies: idcomp === null ? [] : [idcomp],
    data: {},
  })
interface Row {
  version: number
  idcomp: number | null
}

/** Locks the service account and checks that the actor is still an administrator. @throws 404 if there is none, 403 */
async function lockTarget(tx: Transaction, actor: Actor, id: number) {
  await mustAdminister(tx, actor)
  const account = await lockService(tx, id)
  const kept = account && (await serviceOf(tx, id))
  if (!kept) throw refuseWith(reasons.noService)
  return { ...account, ...kept }
}

async function mustAdminister(tx: Transaction, { person }: Actor) {
  if (!(await lockAdministrators(tx)).includes(person.id)) throw refuse('forbidden')
}

type Fields = Omit<Call<typeof services.create>['body'], 'days'>

/**
 * The row of the account, and its fields as recorded in the history.
 * @param before where it belongs; null for a new one
 * @throws 422
 */
async function checked(
  tx: Transaction,
  before: Pick<Row, 'idcomp'> | null,
  { company, name, about, scope, ...rights }: Fields,
) {
  if (company !== null && scope === 'directory') throw refuseField('company', reasons.clientDirectory[1])
  // No service comes into a hidden company, but one that belongs to it stays.
  const stays = before !== null && before.idcomp === company
  const namecomp = stays || company === null ? await recordedCompany(tx, company) : await companyName(tx, company)
  if (namecomp === undefined) throw refuseField('company', reasons.noCompany[1])
  const isRead = scope === 'directory'
  const row = {
    name: `${services.SERVICE_PREFIX}${name}`,
    idcomp: company,
    can_enter_registry: rights.can_enter_registry && !isRead,
    can_create_registry: rights.can_enter_registry && rights.can_create_registry && !isRead,
    can_edit_calendar: company !== null && rights.can_edit_calendar,
  }
  return { row, words: { ...row, ...inWords({ about, scope, namecomp }) } }
}

const inWords = ({ about, scope, namecomp }: { about: string; scope: string; namecomp: string | null }) => ({
  about,
  scope: SCOPE_NAMES[scope] ?? scope,
  namecomp: namecomp === null ? null : decodeName(namecomp),
})

/** Creates an account for a program; nobody can sign in with it. */
export async function createService(call: Call<typeof services.create>) {
  const { days, ...fields } = call.body
  const created_at = momentOf(call.deps.clock)
  const expires_at = daysLater(created_at, days)
  const id = await inTransaction(call, async (tx) => {
    await mustAdminister(tx, call)
    await mustBeSignedIn(tx, call)
    if ((await countServices(tx)) >= MOST_SERVICES) throw refuseWith(reasons.manyServices)
    const { row, words } = await checked(tx, null, fields)
    const login = `service:${newSecret().slice(0, 16)}`
    const made = await insertPerson(tx, { ...row, login, isRivc: row.idcomp === null, is_service: true, created_at })
    await insertService(tx, { user_id: made, about: fields.about, scope: fields.scope, expires_at })
    await record(tx, call, made, null, { ...words, expires_at })
    await announceChange(tx, call, made, { version: 1, idcomp: row.idcomp })
    return made
  })
  return saved(call, id)
}

/** Changes a service account; its tokens keep working with the new rights, unless it moves to another company. */
export async function saveService(call: Call<typeof services.save>) {
  const { id } = call.params
  const { version, days, ...fields } = call.body
  const now = momentOf(call.deps.clock)
  await inTransaction(call, async (tx) => {
    const before = await lockTarget(tx, call, id)
    await mustBeSignedIn(tx, call)
    if (version !== undefined && version !== before.version) {
      throw refuse('stale', { current: await serviceDetail(tx, id, now) })
    }
    if (before.isRivc !== (fields.company === null)) throw refuseField('company', reasons.otherSide[1])
    const { row, words } = await checked(tx, before, fields)
    const [left, entered] = await recordedMove(tx, before.idcomp, row.idcomp)
    const kept = {
      about: fields.about,
      scope: fields.scope,
      expires_at: days ? daysLater(now, days) : before.expires_at,
    }
    const { name, can_enter_registry, can_create_registry, can_edit_calendar, expires_at } = before
    const was = { name, can_enter_registry, can_create_registry, can_edit_calendar, expires_at }
    const after = { ...words, ...inWords({ ...kept, namecomp: entered }), expires_at: kept.expires_at }
    const changed = await record(tx, call, id, { ...was, ...inWords({ ...before, namecomp: left }) }, after)
    if (changed.length === 0) return
    await endAccessIfMoved(tx, call, before, row.idcomp)
    await updateService(tx, id, kept)
    await updateTokens(tx, id, { scope: kept.scope, expires_at: kept.expires_at })
    await announceChange(tx, call, id, { idcomp: row.idcomp, version: await patchPerson(tx, id, row) })
  })
  return saved(call, id)
}

/** Blocks or unblocks a service account. Blocking ends all of its access, and unblocking restores none of it. */
export async function blockService(call: Call<typeof services.block>) {
  const { id } = call.params
  const { is_blocked } = call.body
  await inTransaction(call, async (tx) => {
    const before = await lockTarget(tx, call, id)
    if (before.is_blocked === is_blocked) return
    // A company can be hidden only once no service of it can act.
    const isHidden = before.idcomp !== null && (await companyName(tx, before.idcomp)) === undefined
    if (!is_blocked && isHidden) throw refuseWith(reasons.companyHidden)
    await record(tx, call, id, { is_blocked: before.is_blocked }, { is_blocked })
    if (is_blocked) await endAllAccess(tx, call, id, { reason: 'serviceBlocked' })
    await announceChange(tx, call, id, { idcomp: before.idcomp, version: await patchPerson(tx, id, { is_blocked }) })
  })
  return saved(call, id)
}

/** Creates a token of the account. The token is returned in this answer only. */
export async function createServiceToken(call: Call<typeof services.createToken>) {
  const { id } = call.params
  const created_at = momentOf(call.deps.clock)
  const access_token = `${API_TOKEN}${newSecret()}`
  await inTransaction(call, async (tx) => {
    const { is_blocked, scope, expires_at, ...account } = await lockTarget(tx, call, id)
    await mustBeSignedIn(tx, call)
    if (is_blocked) throw refuseWith(reasons.blockedService)
    if (isExpired(expires_at, created_at)) throw refuseWith(reasons.expiredService)
    if ((await countTokens(tx, id, created_at)) >= MOST_TOKENS) throw refuseWith(reasons.serviceTokens)
    const { name } = call.body
    await writeToken(tx, { user_id: id, name, scope, token_hash: secretHash(access_token), created_at, expires_at })
    await record(tx, call, id, null, { token: `сделан: ${name}` })
    await announceChange(tx, call, id, account)
  })
  return { access_token, ...(await saved(call, id)) }
}

/** Revokes a token, which stops working on every node at once. */
export async function revokeServiceToken(call: Call<typeof services.revokeToken>) {
  const { id, token } = call.params
  await inTransaction(call, async (tx) => {
    const account = await lockTarget(tx, call, id)
    if (!(await revokeToken(tx, id, token, momentOf(call.deps.clock)))) throw refuseWith(reasons.noToken)
    await record(tx, call, id, null, { token: `отозван: ${await tokenName(tx, id, token)}` })
    await announceChange(tx, call, id, account)
  })
  return { message: 'Success' }
}
