import { requests } from '@vypusk/contract'
import type { Actor } from '../../../../platform/call.ts'
import { momentOf } from '../../../../platform/clock.ts'
import { emit } from '../../../../platform/events.ts'
import { recordMany } from '../../../../platform/history.ts'
import type { Transaction } from '../../../../platform/transaction.ts'
import { ensureUse } from '../../../catalog/port.ts'
import { importWords, partWords, type ImportedWords } from '../../../threads/port.ts'
import { sumOf } from '../rows/comments.ts'
import type { Draft } from '../rows/drafts.ts'
import { rememberFiles } from '../../store/import/files.ts'
import { withoutAccount, type ImportedRow } from '../../rules.ts'
import { makePlace, type Placement } from './placement.ts'
import { counted, NOTHING, written, type Plan, type Tally } from './plan.ts'
import {
  inHistoryWords,
  insertRequests,
  lockReadable,
  partChanges,
  rememberRows,
  updateRequests,
  type Defaults,
} from '../../store/import/requests.ts'
import { planPart } from './plan-drafts.ts'
import type { ReportProgress } from '../progress.ts'
import type { Spool } from '../spool.ts'

const TITLES = requests.fieldTitles
const BACKLOG_TITLES = { inBacklog: TITLES.inBacklog, planned_time: TITLES.planned_time }
const CHANGE_TITLES = {
  e_title: TITLES.e_title,
  text: TITLES.text,
  status: TITLES.status,
  type: TITLES.type,
  author: TITLES.author,
  company: TITLES.company,
  module: TITLES.module,
  priority: TITLES.priority,
  urgency: TITLES.urgency,
  isPaid: TITLES.isPaid,
  ...BACKLOG_TITLES,
}

/** The options of an import: the source, and the defaults for rows that leave something out. */
interface ImportOptions {
  source: string
  placement: Placement
  /** The number of rows to write, as far as it is known beforehand. */
  total: number
  /** Converts a draft before it is written, with the ids of things created from its words. */
  asMade: (draft: Draft) => Draft
  /** Whether comments and files are visible to the request's company too. */
  isOpen: boolean
  /** Finds the account of the person with a name in the file, in a company. */
  people: (name: string, idcomp: number) => { id: number; name: string; idcomp: number | null } | undefined
  /** What it throws rolls everything back. */
  emitChange: ReportProgress
}

/** Writes new and changed drafts part by part, and reports after each part. */
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
  // One event for all of them, on which open screens load their data again.
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

/** A request that was written, with the draft of its row. */
interface Done {
  request_id: number
  draft: Draft
  /** The row as the last file had it. */
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
  // Creating the request is not recorded as a change, but its backlog record is.
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

/** Adds requests that are in no release to the release of their version, together with what they bring. */
async function joinReleases(tx: Transaction, actor: Actor, { update }: Plan, done: Done[]) {
  // If the last file had the same release already, somebody may have removed the request since.
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

/** The remembered row of a request: the latest value of each field in any file. */
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
    ...inHistoryWords(row, after.get(row.id) ?? row),
    via: 'import' as const,
  }))
  await recordMany(tx, actor, changes)
  await partFrom(
    tx,
    before.filter(({ id, idcomp }) => after.get(id)?.idcomp !== idcomp),
    at,
  )
  const done = update.flatMap(({ known, draft }): Done[] => {
    const row = after.get(known.id)
    const { idcomp, idmod } = row ?? {}
    if (idcomp === undefined || idmod === undefined) return []
    return [{ request_id: known.id, draft, before: known.lastRow, idcomp, idmod }]
  })
  await rememberRows(tx, done.map(rowOf), at)
  return done
}

/** Keeps what happened until now from the next company of requests; changes are recorded before, new comments after. */
async function partFrom(tx: Transaction, moved: { id: number }[], at: string): Promise<void> {
  if (moved.length === 0) return
  const ids = moved.map(({ id }) => id)
  await partChanges(tx, ids)
  await partWords(tx, ids, at)
}

/** Files are as visible as comments: by default, attachments between developers must not reach a client. */
const filesOf = ({ request_id, draft }: Done, { isOpen }: ImportOptions) =>
  draft.files.map(({ isPrivate, ...file }) => ({ ...file, request_id, internal: isPrivate || !isOpen }))

/**
 * Comments that no earlier file had, each with its author. Public comments by a client are stored as the client's own.
 */
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
      const whose = whoseWords(people(author, idcomp), name || source, internal ? null : idcomp)
      return { request_id, ...whose, internal, at: comment.at ?? at, text }
    })
}

/**
 * The author of a comment, if they have an account here. A client counts only if their company may read the comment;
 * null for `readers` means that no company may.
 */
function whoseWords(person: ReturnType<ImportOptions['people']>, name: string, readers: number | null) {
  if (!person || (person.idcomp !== null && person.idcomp !== readers))
    return { name, as: null, author_id: null, side: 'staff' as const }
  const side = person.idcomp === null ? ('staff' as const) : ('client' as const)
  return { name: person.name, as: name, author_id: person.id, side }
}
