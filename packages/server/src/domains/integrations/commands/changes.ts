import { LARGEST_ID } from '@vypusk/contract'
import type { Deps } from '../../../platform/call.ts'
import { MOST_LEVELS, nextOpenTasks, nextUntracked } from '../../requests/port.ts'
import { isOlder } from '../rules.ts'
import type { ReadTo, TrackerRow } from '../store/trackers.ts'
import { AT_ONCE, entriesAt, isDeleted, issuesAbove, issuesBy, type Redmine, type RedmineIssue } from './redmine.ts'

/** The pages read in one run; the next run reads the rest. */
const MOST_PAGES = 20
/** The most tasks that are read again in one run; the next run goes on from them. */
const MOST_SWEPT = 2000
/** The most requests whose task is asked for in one run. */
const MOST_UNTRACKED = 500
/** The most tasks about which a run asks one by one whether they were deleted. */
const MOST_ASKED = 100
const SWEEP_EACH_MS = 10 * 60_000

interface Changes {
  issues: RedmineIssue[]
  read_to: ReadTo
  /** Whether nothing is left to read. */
  isWhole: boolean
}

/** The issues changed since the last reading, with their parents. */
export async function changedIssues(redmine: Redmine, { updated_on, logged_on }: ReadTo): Promise<Changes> {
  const updated = await updatedIssues(redmine, updated_on)
  const logged = await loggedIssues(redmine, logged_on)
  const issues = await withParents(redmine, [...updated.issues, ...(await issuesOf(redmine, logged.ids))])
  // More entries than are read in a run: their issues are found only by reading all of them again, from the next run on.
  const to = logged.isWhole ? updated.to : ''
  return {
    issues,
    read_to: { ...(to !== undefined && { updated_on: to }), logged_on: logged.to },
    isWhole: updated.isWhole && logged.isWhole,
  }
}

/**
 * Reads by the tracker's own timestamps, so its clock and ours need not agree. Each page starts at the last timestamp of
 * the page before: an issue that is changed meanwhile moves to the end, and counted from the beginning, the next page
 * would skip another one. Within a timestamp each page starts with the last issue of the page before; if that is not
 * there any more, an issue was changed or deleted, and the timestamp is read from its beginning.
 */
async function updatedIssues(redmine: Redmine, since: string | undefined) {
  const issues: RedmineIssue[] = []
  let to = since
  // Counted among the issues of one timestamp, which may fill several pages.
  let offset = 0
  let latest: number | undefined
  for (let page = 0; ; page += 1) {
    const changed = { sort: 'updated_on:asc,id:asc', ...(to && { updated_on: `>=${to}` }) }
    const found = await issuesBy(redmine, { ...changed, offset })
    issues.push(...found.issues)
    if (offset > 0 && found.issues[0]?.id !== latest) {
      offset = 0
      continue
    }
    const isWhole = offset + found.issues.length >= found.total_count || found.issues.length === 0
    const last = found.issues.at(-1) ?? { id: latest, updated_on: to }
    latest = last.id
    offset = last.updated_on === to ? Math.max(offset + found.issues.length - 1, 0) : 0
    to = last.updated_on
    // A run ends only where the next one can start from a later timestamp.
    if (isWhole || (page >= MOST_PAGES && to !== since)) return { issues, to, isWhole }
  }
}

/**
 * The issues that have new time entries: adding one does not change `updated_on` of the issue. Redmine has no filter by
 * an entry's number or moment, so each page starts with the last entry of the page before. If the page does not have it
 * any more, one was deleted and another may have been skipped: the entries are read from the newest again.
 */
async function loggedIssues(redmine: Redmine, since: string | undefined) {
  const ids = new Set<number>()
  // Empty: there are none yet, and the first to come is new.
  let to = since ?? ''
  let offset = 0
  let latest: number | undefined
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const entries = await entriesAt(redmine, offset)
    to = [to, ...entries.map(({ created_on }) => created_on)].toSorted().at(-1) ?? to
    const news = entries.filter(({ created_on }) => since === undefined || created_on >= since)
    for (const { issue } of news) if (issue) ids.add(issue.id)
    // The first run reads every issue anyway.
    if (since === undefined) return { ids: [], to, isWhole: true }
    const isSkipping = offset > 0 && !entries.some(({ id }) => id === latest)
    if (!isSkipping && news.length < AT_ONCE) return { ids: [...ids], to, isWhole: true }
    latest = entries.at(-1)?.id
    offset = isSkipping ? 0 : offset + entries.length - 1
  }
  return { ids: [...ids], to, isWhole: false }
}

async function issuesOf(redmine: Redmine, ids: number[]): Promise<RedmineIssue[]> {
  const issues: RedmineIssue[] = []
  for (let at = 0; at < ids.length; at += AT_ONCE) {
    issues.push(...(await issuesBy(redmine, { issue_id: ids.slice(at, at + AT_ONCE).join(',') })).issues)
  }
  return issues
}

/** Adds the parents of issues: only a parent may name the request that a task belongs to. */
async function withParents(redmine: Redmine, issues: RedmineIssue[]): Promise<RedmineIssue[]> {
  const known = new Map(issues.map((issue) => [issue.id, issue]))
  for (let level = 1; level < MOST_LEVELS; level += 1) {
    const missing = [...known.values()].flatMap(({ parent }) => (parent && !known.has(parent.id) ? parent.id : []))
    if (missing.length === 0) break
    for (const issue of await issuesOf(redmine, [...new Set(missing)])) known.set(issue.id, issue)
  }
  return [...known.values()]
}

/** The next tasks to be read again; none before it is time again. */
async function openTasks({ db, clock }: Deps, { name, swept_at, read_to }: TrackerRow) {
  if (swept_at !== null && !isOlder(swept_at, clock.now(), SWEEP_EACH_MS)) return { tasks: [], isDone: false }
  const tasks = await nextOpenTasks(db, { tracker: name, after: read_to.task_id ?? 0, most: MOST_SWEPT })
  const last = tasks.length < MOST_SWEPT ? undefined : tasks.at(-1)
  return { tasks, isDone: last === undefined, ...(last && { task_id: last.id }) }
}

/** The next requests whose task has not been asked for since the last sweep. */
async function untracked({ db }: Deps, { name, source, read_to: { request_id } }: TrackerRow) {
  if (source === null) return { keys: [], isDone: true }
  const part = { tracker: name, source, after: request_id ?? 0, most: MOST_UNTRACKED }
  const requests = await nextUntracked(db, part)
  const last = requests.at(-1)?.id ?? request_id
  return {
    keys: requests.map(({ key }) => key),
    isDone: requests.length < MOST_UNTRACKED,
    ...(last !== undefined && { request_id: last }),
  }
}

/** Adds the tasks below issues, which belong to the request of their parent. */
async function withChildren(redmine: Redmine, issues: RedmineIssue[]): Promise<RedmineIssue[]> {
  const known = new Map(issues.map((issue) => [issue.id, issue]))
  let parents = [...known.keys()]
  for (let level = 1; level < MOST_LEVELS && parents.length > 0; level += 1) {
    const children = (await childrenOf(redmine, parents)).filter(({ id }) => !known.has(id))
    for (const child of children) known.set(child.id, child)
    parents = children.map(({ id }) => id)
  }
  return [...known.values()]
}

async function childrenOf(redmine: Redmine, parents: number[]): Promise<RedmineIssue[]> {
  const issues: RedmineIssue[] = []
  for (let at = 0; at < parents.length; at += AT_ONCE) {
    const parent_id = parents.slice(at, at + AT_ONCE).join(',')
    let last: number | undefined = 0
    for (let page = 0; page < MOST_PAGES && last !== undefined; page += 1) {
      const found = await issuesAbove(redmine, last, { parent_id })
      issues.push(...found.issues)
      last = found.issues.length < found.total_count ? found.issues.at(-1)?.id : undefined
    }
  }
  const above = new Set(parents)
  // A filter that a Redmine does not know lets every issue pass.
  return issues.filter(({ parent }) => parent && above.has(parent.id))
}

type OpenTask = Awaited<ReturnType<typeof openTasks>>['tasks'][number]

/**
 * Finds out which tasks that are not listed any more were deleted. The others are hidden from the key, perhaps because
 * it has lost a role or their project is archived. Those just missed are asked about first, the others in turn.
 */
async function missed({ clock }: Deps, redmine: Redmine, missing: OpenTask[]) {
  const [news, hidden] = [missing.filter(({ hidden_at }) => !hidden_at), missing.filter(({ hidden_at }) => hidden_at)]
  const turn = Math.floor(clock.now().getTime() / SWEEP_EACH_MS)
  const from = (turn * MOST_ASKED) % Math.max(hidden.length, 1)
  const gone = new Set<string>()
  for (const { key } of [...news, ...hidden.slice(from), ...hidden.slice(0, from)].slice(0, MOST_ASKED)) {
    const [id] = idsOf([key])
    if (id === undefined || (await isDeleted(redmine, id))) gone.add(key)
  }
  return { gone: [...gone], hidden: missing.filter(({ key }) => !gone.has(key)) }
}

interface Hiding {
  hidden: OpenTask[]
  /** Whether a task that was hidden is shown again. */
  isBack: boolean
  isDone: boolean
}

/**
 * From where changes have to be read again once hidden tasks are shown again: with them, issues may have been hidden
 * that are not known here, and they would never be read.
 */
function rewound({ updated_on, ...read_to }: ReadTo, { hidden, isBack, isDone }: Hiding): ReadTo {
  // Empty: from the beginning.
  const swept_on = isDone ? (updated_on ?? '') : read_to.swept_on
  const swept = swept_on === undefined ? {} : { swept_on }
  const isNew = hidden.some(({ hidden_at }) => !hidden_at)
  const hidden_from = read_to.hidden_from ?? (isNew ? read_to.swept_on : undefined)
  if (hidden_from === undefined) return swept
  // A hidden task that has changed since was read already.
  const isWhole = isDone && read_to.task_id === undefined
  const isOver = isBack || (isWhole && hidden.length === 0)
  if (!isOver) return { ...swept, hidden_from }
  return { ...swept, updated_on: hidden_from, ...(hidden.length > 0 && { hidden_from }) }
}

/** A key may be anything that an import said. */
const idsOf = (keys: string[]) => keys.map(Number).filter((id) => Number.isInteger(id) && id > 0 && id <= LARGEST_ID)

/**
 * Reads what no change announces. The tasks of releases that are not out yet: hours may be changed or removed in the
 * tracker without a trace. And the issues that were read before a request was imported from them or brought back: newer
 * requests at once, and all whose task is still not known with each sweep.
 */
export async function sweptIssues(deps: Deps, redmine: Redmine, tracker: TrackerRow) {
  const open = await openTasks(deps, tracker)
  const unknown = await untracked(deps, tracker)
  const known = await issuesOf(redmine, idsOf(open.tasks.map(({ key }) => key)))
  const there = new Set(known.map(({ id }) => String(id)))
  const news = await withChildren(redmine, await issuesOf(redmine, idsOf(unknown.keys)))
  const missing = open.tasks.filter(({ key }) => !there.has(key))
  const { gone, hidden } = await missed(deps, redmine, missing)
  const isBack = open.tasks.some(({ key, hidden_at }) => hidden_at && there.has(key))
  const { task_id } = open
  // Those that were asked for in vain are asked for again with the next sweep only.
  const request_id = open.isDone && unknown.isDone ? undefined : unknown.request_id
  return {
    issues: await withParents(redmine, [...known, ...news]),
    gone,
    hidden: hidden.map(({ key }) => key),
    read_to: {
      ...rewound(tracker.read_to, { hidden, isBack, isDone: open.isDone }),
      ...(task_id !== undefined && { task_id }),
      ...(request_id !== undefined && { request_id }),
    },
    isDone: open.isDone,
  }
}
