import { agreements, notices, publications, registry, releases, requests, threads, waiting } from '@vypusk/contract'
import type { Api } from './app.ts'

/** The numbers that a person is shown, each with the length of the list behind it. */

/** What is counted → how many are said, and how many the list has. */
type Numbers = Record<string, [said: number, listed: number]>

const ALL = { per_page: 500 }

const sum = (counts: readonly { count: number }[]) => counts.reduce((whole, { count }) => whole + count, 0)

async function ofWaiting(api: Api, own: boolean): Promise<Numbers> {
  const query = { ...ALL, own: String(own) }
  const { body } = await api(waiting.list, { query })
  const { body: count } = await api(waiting.count, { query: { own: String(own) } })
  const numbers: Numbers = {
    [`waiting, own ${own}`]: [count.total, body.data.length],
    [`kinds of what waits, own ${own}`]: [sum(body.kinds), body.total],
  }
  for (const { kind, count: said } of body.kinds) {
    numbers[`waiting: ${kind}, own ${own}`] = [said, body.data.filter((matter) => matter.kind === kind).length]
  }
  return numbers
}

async function ofNotices(api: Api): Promise<Numbers> {
  const { body: said } = await api(notices.count)
  const { body } = await api(notices.list, { query: { unread: 'true', per_page: 100 } })
  return { 'unread notices': [said.unread, body.notices.length] }
}

async function ofAgreements(api: Api): Promise<Numbers> {
  const { body } = await api(agreements.list, { query: ALL })
  const totalOf = async (query: object) => (await api(agreements.list, { query: { ...ALL, ...query } })).body.total
  const { total, by_status, by_shown } = body.counts
  const numbers: Numbers = {
    agreements: [total, body.data.length],
    'agreements by status': [sum(by_status), total],
    'agreements by what is shown': [sum(by_shown), total],
  }
  for (const { id, count } of by_status) numbers[`status ${id}`] = [count, await totalOf({ statuses: String(id) })]
  for (const { id, name, count } of by_shown) {
    numbers[`agreements «${name}»`] = [count, await totalOf({ shown_statuses: String(id) })]
  }
  return numbers
}

type RequestList = typeof requests.backlogSummary | typeof requests.tickets

async function ofReleases(api: Api, requestList: RequestList): Promise<Numbers> {
  const { totals, data } = (await api(releases.summary, { body: ALL })).body
  const numbers: Numbers = {
    releases: [totals.count, data.length],
    'releases by step': [sum(totals.by_step), totals.count],
  }
  for (const { id, name, count } of totals.by_step) {
    const { body } = await api(releases.summary, { body: { ...ALL, steps: [id] } })
    numbers[`releases on «${name}»`] = [count, body.data.length]
  }
  for (const { id, requests_count, unnamed_count } of data) {
    const { body } = await api(releases.get, { params: { id } })
    const { body: own } = await api(requestList, { body: { ...ALL, release_ids: [id] } })
    const agreed = body.companies.filter(({ status }) => status === 2).length
    numbers[`requests of release ${id}`] = [requests_count, own.data.length]
    numbers[`unnamed companies of release ${id}`] = [unnamed_count, body.readiness?.unnamed.length ?? unnamed_count]
    numbers[`companies of release ${id} that agreed`] = [body.readiness?.agreed ?? agreed, agreed]
  }
  return numbers
}

/** The filter behind each bar of the backlog's charts. */
const BARS = {
  by_status: 'status_ids',
  by_type: 'type_ids',
  by_urgency: 'urgs',
  by_priority: 'priorities',
  by_company: 'client_ids',
} as const

async function ofCharts(api: Api): Promise<Numbers> {
  const { total, charts, counts } = (await api(requests.backlogSummary, { body: { charts: true } })).body
  const numbers: Numbers = { requests: [counts.total, total] }
  for (const [chart, filter] of Object.entries(BARS)) {
    for (const { id, count } of charts?.[chart as keyof typeof BARS] ?? []) {
      const { body } = await api(requests.backlogSummary, { body: { ...ALL, [filter]: [id] } })
      numbers[`${chart} ${id}`] = [count, body.data.length]
    }
  }
  return numbers
}

async function ofRemarks(api: Api): Promise<Numbers> {
  const listed = async (query: object) => (await api(threads.list, { body: { ...ALL, ...query } })).body
  const { counts, data } = await listed({})
  const numbers: Numbers = { 'remarks not closed': [counts.unclosed, data.length] }
  for (const which of ['mine', 'late', 'blocking'] as const) {
    numbers[`remarks: ${which}`] = [counts[which], (await listed({ [which]: true })).data.length]
  }
  for (const { id, entity, entity_id, entries_count } of (await listed({ shown: 'all' })).data) {
    const { body } = await api(threads.of, { params: { entity, id: entity_id } })
    const entries = body.threads.find((thread) => thread.id === id)?.entries ?? []
    numbers[`entries of remark ${id}`] = [entries_count, entries.length]
  }
  return numbers
}

async function ofRegistry(api: Api): Promise<Numbers> {
  const listed = async (body: object) => (await api(registry.getEntries, { body: { ...ALL, ...body } })).body
  const { counts, data } = await listed({})
  const unread = data.filter(({ unread_comments_count }) => unread_comments_count > 0)
  const numbers: Numbers = {
    entries: [counts.total, data.length],
    'entries by step': [sum(counts.by_step), counts.total],
    'unread entries': [unread.length, (await listed({ is_unread: true })).data.length],
  }
  for (const { id, name, count } of counts.by_step) {
    numbers[`entries on «${name}»`] = [count, (await listed({ step_ids: [id] })).data.length]
  }
  for (const { id, rivc_comments_count, client_comments_count } of data) {
    const [rivc, client] = [
      await api(registry.rivcComments, { params: { id } }),
      await api(registry.clientComments, { params: { id } }),
    ]
    numbers[`comments of staff on entry ${id}`] = [rivc_comments_count, rivc.body.comments.length]
    numbers[`comments of clients on entry ${id}`] = [client_comments_count, client.body.comments.length]
  }
  return numbers
}

async function ofPublications(api: Api): Promise<Numbers> {
  const { data, total } = (await api(publications.listPublications, { query: ALL })).body
  const numbers: Numbers = { publications: [total, data.length] }
  for (const { id, files_count } of data) {
    const { list } = (await api(publications.getPublication, { params: { id } })).body
    numbers[`files of publication ${id}`] = [
      files_count,
      new Set(list.flatMap(({ files }) => files.map((f) => f.id))).size,
    ]
  }
  return numbers
}

/** Every number that a person is shown who may enter the registry. */
export async function numbersOf(api: Api, side: 'staff' | 'client'): Promise<Numbers> {
  const ofBoth = [
    await ofWaiting(api, true),
    await ofNotices(api),
    await ofAgreements(api),
    await ofReleases(api, side === 'staff' ? requests.backlogSummary : requests.tickets),
    await ofRegistry(api),
    await ofPublications(api),
  ]
  const ofStaff = side === 'staff' ? [await ofWaiting(api, false), await ofCharts(api), await ofRemarks(api)] : []
  return Object.assign({}, ...ofBoth, ...ofStaff)
}

/** The numbers that differ from the lists behind them. */
export const wrongOf = (numbers: Numbers): Numbers =>
  Object.fromEntries(Object.entries(numbers).filter(([, [said, listed]]) => said !== listed))
