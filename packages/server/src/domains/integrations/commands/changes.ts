import type { Deps } from '../../../platform/call.ts'
import { openIssueKeys, MOST_LEVELS } from '../../requests/port.ts'
import { isOlder } from '../rules.ts'
import type { ReadTo, TrackerRow } from '../store/trackers.ts'
import { AT_ONCE, entriesAt, issuesBy, type Redmine, type RedmineIssue } from './redmine.ts'

/** Pages of one run: what is left is read by the next. */
const MOST_PAGES = 20
/** Tasks that are looked at again. */
const MOST_SWEPT = 2000
const SWEEP_EACH_MS = 10 * 60_000

interface Changes {
  issues: RedmineIssue[]
  read_to: ReadTo
  /** Nothing is left. */
  isWhole: boolean
}

/** Issues that are other than when they were read last, with those above them. */
export async function changedIssues(redmine: Redmine, { updated_on, logged_on }: ReadTo): Promise<Changes> {
  const updated = await updatedIssues(redmine, updated_on)
  const logged = await loggedIssues(redmine, logged_on)
  const issues = await withParents(redmine, [...updated.issues, ...(await issuesOf(redmine, logged.ids))])
  return {
    issues,
    read_to: { ...(updated.to && { updated_on: updated.to }), ...(logged.to && { logged_on: logged.to }) },
    isWhole: updated.isWhole,
  }
}

/** By the moments of the tracker itself: no clock of ours has to be as its own. */
async function updatedIssues(redmine: Redmine, since: string | undefined) {
  const issues: RedmineIssue[] = []
  const changed = { sort: 'updated_on:asc,id:asc', ...(since && { updated_on: `>=${since}` }) }
  for (let page = 0; ; page += 1) {
    const found = await issuesBy(redmine, { ...changed, offset: page * AT_ONCE })
    issues.push(...found.issues)
    const to = issues.at(-1)?.updated_on ?? since
    const isWhole = issues.length >= found.total_count || found.issues.length === 0
    // Many may have changed in one moment: the next run begins with a later one.
    if (isWhole || (page >= MOST_PAGES && to !== since)) return { issues, to, isWhole }
  }
}

/** Issues that hours were put down on: those do not count as changed there. */
async function loggedIssues(redmine: Redmine, since: string | undefined) {
  const ids = new Set<number>()
  let to = since
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const entries = await entriesAt(redmine, page * AT_ONCE)
    to = [to ?? '', ...entries.map(({ created_on }) => created_on)].toSorted().at(-1) || undefined
    const news = entries.filter(({ created_on }) => since === undefined || created_on >= since)
    for (const { issue } of news) if (issue) ids.add(issue.id)
    // The first time every issue is read anyway.
    if (since === undefined || news.length < AT_ONCE) break
  }
  return { ids: since === undefined ? [] : [...ids], to }
}

async function issuesOf(redmine: Redmine, ids: number[]): Promise<RedmineIssue[]> {
  const issues: RedmineIssue[] = []
  for (let at = 0; at < ids.length; at += AT_ONCE) {
    issues.push(...(await issuesBy(redmine, { issue_id: ids.slice(at, at + AT_ONCE).join(',') })).issues)
  }
  return issues
}

/** What a task is for may be known of one above it alone. */
async function withParents(redmine: Redmine, issues: RedmineIssue[]): Promise<RedmineIssue[]> {
  const known = new Map(issues.map((issue) => [issue.id, issue]))
  for (let level = 1; level < MOST_LEVELS; level += 1) {
    const missing = [...known.values()].flatMap(({ parent }) => (parent && !known.has(parent.id) ? parent.id : []))
    if (missing.length === 0) break
    for (const issue of await issuesOf(redmine, [...new Set(missing)])) known.set(issue.id, issue)
  }
  return [...known.values()]
}

/** Looks again at tasks whose release is not out: hours may be changed or taken away there without a trace. */
export async function sweptIssues({ db, clock }: Deps, redmine: Redmine, { name, swept_at }: TrackerRow) {
  if (swept_at !== null && !isOlder(swept_at, clock.now(), SWEEP_EACH_MS))
    return { issues: [], gone: [], isDone: false }
  const keys = await openIssueKeys(db, name, MOST_SWEPT)
  const found = await issuesOf(redmine, keys.map(Number).filter(Number.isSafeInteger))
  const there = new Set(found.map(({ id }) => String(id)))
  return { issues: await withParents(redmine, found), gone: keys.filter((key) => !there.has(key)), isDone: true }
}
