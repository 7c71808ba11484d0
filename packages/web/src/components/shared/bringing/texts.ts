import { decodeName } from '@vypusk/contract'
import type { ReplyOf, releases } from '@vypusk/contract'
import { formatDuration } from '../../../ui/duration.ts'
import { countOf, plural } from '../../../ui/plural.ts'
import { companiesCount } from '../company/texts.ts'

export type Checked = ReplyOf<typeof releases.checkRequests>

/** What is left out of everything that would come. */
export interface Unticked {
  companies: readonly number[]
  modules: readonly number[]
  /** Closed requests stay where they are. */
  over: boolean
}
export const ALL_TICKED: Unticked = { companies: [], modules: [], over: false }

const MODULES = ['модуль', 'модуля', 'модулей'] as const
const REQUESTS = ['заявка', 'заявки', 'заявок'] as const
export const modulesCount = (count: number) => countOf(count, MODULES)
export const requestsCount = (count: number) => countOf(count, REQUESTS)

/** Checks whether something comes with the requests; otherwise they are added without asking. */
export const isMoreThanRequests = ({ companies, modules, over }: Checked) =>
  companies.length + modules.length + over.length > 0

/** What comes, taking into account whether closed requests are left out. */
export function comingOf(
  checked: Checked,
  { over }: Unticked,
): Pick<Checked, 'companies' | 'modules'> & { ids: number[] } {
  const free = checked.free.filter(({ id }) => !over || !checked.over.includes(id))
  const ids = free.map(({ id }) => id)
  if (!over) return { companies: checked.companies, modules: checked.modules, ids }
  const left = new Set(checked.over)
  const stay = checked.free.filter(({ id }) => left.has(id))
  const without = <Item extends { requests: number }>(
    items: Item[],
    isOf: (item: Item, row: (typeof stay)[number]) => boolean,
  ) =>
    items
      .map((item) => ({ ...item, requests: item.requests - stay.filter((row) => isOf(item, row)).length }))
      .filter(({ requests }) => requests > 0)
  return {
    companies: without(checked.companies, ({ idcomp }, { company }) => company.idcomp === idcomp),
    modules: without(checked.modules, ({ idmod }, { module }) => module.idmod === idmod),
    ids,
  }
}

/** Ids of companies and modules. */
export type Came = Pick<releases.Brought, 'companies' | 'modules'>

export interface Ticked {
  ids: number[]
  bring: Came
  /** Closed requests that stay where they are. */
  left: number[]
}

/** What is sent to the server: exactly what was shown and ticked. */
export function tickedOf(checked: Checked, unticked: Unticked): Ticked {
  const { companies, modules, ids } = comingOf(checked, unticked)
  return {
    ids,
    left: unticked.over ? checked.over : [],
    bring: {
      companies: companies.map(({ idcomp }) => idcomp).filter((id) => !unticked.companies.includes(id)),
      modules: modules.map(({ idmod }) => idmod).filter((id) => !unticked.modules.includes(id)),
    },
  }
}

/** «3 заявки, 2 компании, 1 модуль». */
export const broughtInWords = (requests: number, { companies, modules }: Came): string =>
  [
    requests > 0 && requestsCount(requests),
    companies.length > 0 && companiesCount(companies.length),
    modules.length > 0 && modulesCount(modules.length),
  ]
    .filter(Boolean)
    .join(', ')

/** «Релиз увидят ещё 3 компании». */
export const seenByMore = (count: number) =>
  `Релиз ${plural(count, ['увидит', 'увидят', 'увидят'])} ещё ${companiesCount(count)}`

/** «Часы: 174:30 + 12:00 при плане 162:00»; null when no hours are added. */
export function hoursInWords({ planned_time, planned_requests_time, added }: Checked['hours']) {
  if (added === 0) return null
  const over = planned_requests_time + added - planned_time
  return {
    text: `Часы: ${formatDuration(planned_requests_time)} + ${formatDuration(added)} при плане ${formatDuration(planned_time)}`,
    over: over > 0 ? `${formatDuration(over)} сверх плана` : null,
  }
}

/** «21 компания из заявок не названа». */
export const unnamedInWords = (count: number) =>
  `${companiesCount(count)} из заявок ${plural(count, ['не названа', 'не названы', 'не названо'])}`

export const nameOf = ({ namecomp }: { namecomp: string }) => decodeName(namecomp)
