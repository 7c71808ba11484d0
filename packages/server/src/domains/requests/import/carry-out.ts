import type { Actor } from '../../../platform/call.ts'
import { momentOf } from '../../../platform/clock.ts'
import { emit } from '../../../platform/events.ts'
import { recordMany } from '../../../platform/history.ts'
import type { Transaction } from '../../../platform/transaction.ts'
import { ensureUse } from '../../catalog/port.ts'
import { importWords, type ImportedWords } from '../../threads/port.ts'
import { REQUEST_TITLES } from '../rules.ts'
import { sumOf } from './comments.ts'
import type { Draft, ImportedRow } from './drafts.ts'
import { rememberFiles } from './named-files.ts'
import { withoutAccount } from './origin.ts'
import { makePlace, type Placement } from './placement.ts'
import { counted, NOTHING, written, type Plan, type Tally } from './plan.ts'
import { insertRequests, lockReadable, rememberRows, updateRequests } from './store.ts'
import type { Defaults } from './store.ts'
import { planPart } from './planning.ts'
import type { ReportProgress } from './progress.ts'
import type { Spool } from './spool.ts'

const TITLES = REQUEST_TITLES
const BACKLOG_TITLES = { inBacklog: TITLES.inBacklog, planned_time: TITLES.planned_time }
const CHANGE_TITLES = {
  e_title: TITLES.e_title,
  text: TITLES.text,
  status: TITLES.status,
  type: TITLES.type,
  author: TITLES.author,
  priority: TITLES.priority,
  urgency: TITLES.urgency,
  isPaid: TITLES.isPaid,
  ...BACKLOG_TITLES,
}

/** Whose the new requests are, and where they go whose row does not say. */
interface ImportOptions {
  source: string
  placement: Placement
  /** Rows that are to be written, as far as is known beforehand. */
  total: number
  /** A draft as it is written: with what was made of its words. */
  asMade: (draft: Draft) => Draft
  /** Comments and files are for the request's company too. */
  isOpen: boolean
  /** Who somebody is that the file names. */
  people: (name: string) => { id: number; name: string; idcomp: number | null } | undefined
  /** What it throws takes all back that was written. */
  emitChange: ReportProgress
}

/** Writes what the drafts say anew, part by part, and tells after each. */
export async function carryOut(
  tx: Transaction,
  actor: Actor,
  drafts: Spool<Draft>,
  options: ImportOptions,
): Promise<Tally> {
  const at = momentOf(actor.deps.clock)
  const uses = new Map<string, Pick<Done, 'idcomp' | 'idmod'>>()
  let place: Awaited<ReturnType<typeof makePlace>> | undefined
  let tally = NOTHING
  for await (const part of drafts.parts()) {
    const plan = await planPart(tx, options.source, part.map(options.asMade), options.placement)
    const done: Done[] = []
    if (plan.create.length > 0) {
      place ??= await makePlace(tx, options.placement)
      done.push(...(await createSome(tx, actor, plan.create, { ...defaultsOf(options, actor), ...place, at })))
    }
    if (plan.update.length > 0) done.push(...(await updateSome(tx, actor, plan.update, at)))
    for (const { idcomp, idmod } of done) uses.set(`${idcomp} ${idmod}`, { idcomp, idmod })
    await joinReleases(tx, actor, plan, done)
    await importWords(
      tx,
      actor,
      done.flatMap((one) => wordsOf(one, at, options)),
    )
    await rememberFiles(
      tx,
      done.flatMap((one) => filesOf(one, options)),
    )
    tally = counted(tally, plan)
    await options.emitChange({ stage: 'writing', done: written(tally), total: options.total })
  }
  await ensureUse(tx, [...uses.values()])
  // One event for all: screens fetch what they show anew.
  const data = { of: 'request' as const, ids: [] }
  await emit(tx, actor, { kind: 'many_changed', entity: 'all', entity_id: 0, companies: null, data })
  return tally
}

const defaultsOf = ({ source, placement }: ImportOptions, { person }: Actor) => ({
  source,
  status_id: placement.status_id,
  type_id: placement.type_id,
  author_id: person.id,
})

/** A request that was written, and what its row says of it. */
interface Done {
  request_id: number
  draft: Draft
  /** As the last file said it. */
  before: ImportedRow | null
  idcomp: number
  idmod: number
}

async function createSome(tx: Transaction, actor: Actor, create: Plan['create'], defaults: Defaults): Promise<Done[]> {
  const ids = await insertRequests(tx, create, defaults)
  const done = create.flatMap((draft): Done[] => {
    const request_id = ids.get(draft.source_key)
    const { idcomp = defaults.idcomp, idmod = defaults.idmod } = draft.row
    return request_id === undefined ? [] : [{ request_id, draft, before: null, idcomp, idmod }]
  })
  await rememberRows(tx, done.map(rowOf), defaults.at)
  // The request itself is no change; its backlog record is one that history has to tell of.
  const changes = done.map(({ request_id, draft: { row } }) => ({
    entity: 'request' as const,
    entity_id: request_id,
    titles: BACKLOG_TITLES,
    before: null,
    after: typeof row.planned_time === 'number' ? { inBacklog: false, planned_time: row.planned_time } : {},
    via: 'import' as const,
  }))
  await recordMany<{ inBacklog?: boolean; planned_time?: number }>(tx, actor, changes)
  return done
}

/** Puts requests whose version is a release here into it, those that are in none; with them comes what they bring. */
async function joinReleases(tx: Transaction, actor: Actor, { update }: Plan, done: Done[]) {
  // A release that the last file has said already may have been left since by somebody here.
  const knownReleases = new Set(
    update.filter(({ changes }) => changes.release_id === undefined).map(({ known }) => known.id),
  )
  const come = done.filter(
    ({ request_id, draft }) => draft.row.release_id !== undefined && !knownReleases.has(request_id),
  )
  for (const [release_id, some] of Map.groupBy(come, ({ draft }) => draft.row.release_id ?? 0)) {
    const joining = some.map(({ request_id }) => request_id)
    const data = { requests: joining }
    await emit(tx, actor, { kind: 'requests.joining', entity: 'release', entity_id: release_id, companies: [], data })
  }
}

/** What is remembered of a row: what the files said of it, the latest of each. */
const rowOf = ({ request_id, draft, before }: Done) => ({ request_id, row: { ...before, ...draft.row } })

async function updateSome(tx: Transaction, actor: Actor, update: Plan['update'], at: string): Promise<Done[]> {
  const ids = update.map(({ known }) => known.id)
  const before = await lockReadable(tx, ids)
  await updateRequests(tx, update, at)
  const after = new Map((await lockReadable(tx, ids)).map((row) => [row.id, row]))
  const changes = before.map((row) => ({
    entity: 'request' as const,
    entity_id: row.id,
    titles: CHANGE_TITLES,
    before: row,
    after: after.get(row.id) ?? row,
    via: 'import' as const,
  }))
  await recordMany(tx, actor, changes)
  const done = update.flatMap(({ known, draft }): Done[] => {
    const row = after.get(known.id)
    const { idcomp, idmod } = row ?? {}
    if (idcomp === undefined || idmod === undefined) return []
    return [{ request_id: known.id, draft, before: known.said, idcomp, idmod }]
  })
  await rememberRows(tx, done.map(rowOf), at)
  return done
}

/** As open as comments are: what developers attach for one another must not reach a client by a default. */
const filesOf = ({ request_id, draft }: Done, { isOpen }: ImportOptions) =>
  draft.files.map(({ isPrivate, ...file }) => ({ ...file, request_id, internal: isPrivate || !isOpen }))

/** Comments that no file has brought yet, each of whoever said it: what is open is a client's own where a client said it. */
function wordsOf(
  { request_id, draft, before, idcomp }: Done,
  at: string,
  { source, isOpen, people }: ImportOptions,
): ImportedWords[] {
  const brought = new Set(before?.comments)
  return draft.comments
    .filter((comment) => !brought.has(sumOf(comment)))
    .map(({ author, text, isPrivate = false, ...comment }) => {
      const internal = isPrivate || !isOpen
      const name = withoutAccount(author)
      const whose = whoseWords(people(author), name || source, internal ? null : idcomp)
      return { request_id, ...whose, internal, at: comment.at ?? at, text }
    })
}

/** Of whoever said it, where they are here; a client is of the company that reads it, null where none does. */
function whoseWords(person: ReturnType<ImportOptions['people']>, name: string, readers: number | null) {
  if (!person || (person.idcomp !== null && person.idcomp !== readers))
    return { name, as: null, author_id: null, side: 'staff' as const }
  const side = person.idcomp === null ? ('staff' as const) : ('client' as const)
  return { name: person.name, as: name, author_id: person.id, side }
}
