import { refusals, type Change, type requests } from '@vypusk/contract'
import type { Answer, Policy } from '../../platform/ability.ts'
import type { RefusalSpec } from '../../platform/refusal.ts'
import { seesHours } from '../../platform/person.ts'

/** The messages of the brief, section 8, "Request lookup". */
export const NO_REQUEST: RefusalSpec = [404, 'Заявка не найдена']
export const CHANGED: RefusalSpec = [409, 'Запись уже изменил другой человек']
export const TAKEN: RefusalSpec = [422, 'Работа над заявкой уже началась. Напишите об изменениях в переписке']
export const NOT_OWN: RefusalSpec = [403, 'Заявку меняет клиент или тот, кто её написал']
export const ALREADY_IN_RELEASE: RefusalSpec = [422, 'Заявка уже добавлена в релиз']

/** The errors of a new request, by field. */
export const NO_COMPANY = ['company', 'Выберите компанию, от имени которой создаётся заявка'] as const
export const HIDDEN_COMPANY = ['company', 'Такой компании нет, или она скрыта. Выберите другую'] as const
export const NOT_USED = ['module', 'Компания не пользуется этим модулем. Выберите другой'] as const
export const NO_STATUS = ['status', 'Такого статуса нет, или он скрыт. Выберите другой'] as const
export const NO_TYPE = ['type', 'Такого типа заявок нет. Выберите другой'] as const

interface Asker {
  id: number
  isRivc: boolean
  hours_open?: true
}

/** The company of a new request: a client's own company always, the given one for staff. */
export const companyOfNew = (
  { isRivc, idcomp }: Pick<Asker, 'isRivc'> & { idcomp: number | null },
  named: number | null | undefined,
): number | null => (isRivc ? (named ?? null) : idcomp)

/** Whether the person may attach a file: they uploaded it, and it is not attached anywhere. */
export const mayAttach = (
  { id }: { id: number },
  { uploaded_by, used_in }: { uploaded_by: number | null; used_in: readonly string[] },
) => uploaded_by === id && used_in.length === 0

const isStaff = ({ isRivc }: Asker): Answer => isRivc || refusals.staff_only

/** What the right to change a request depends on besides the person. */
interface Placed {
  /** As far as the person may see it. */
  release_id: number | null
  author_id: number
  /** Whether nobody works on it yet. */
  is_new: boolean
  /** Whether it is in any release, even one the person cannot see: a planned request cannot be withdrawn. */
  is_planned: boolean
}

/** Clients change the requests of their company, staff only those they wrote themselves. */
const ifNew = ({ id, isRivc }: Asker, { author_id, is_new }: Placed): Answer => {
  if (isRivc && id !== author_id) return NOT_OWN
  return is_new ? true : TAKEN
}

/** The backlog, the status, the texts for releases and the releases are for staff; a request is in at most one release. */
export const requestPolicy: Policy<requests.RequestAction, Asker, Placed> = {
  edit: ifNew,
  withdraw: (person, placed) => {
    const answer = ifNew(person, placed)
    return answer === true && placed.is_planned ? TAKEN : answer
  },
  edit_backlog: isStaff,
  edit_status: isStaff,
  edit_description: isStaff,
  add_to_release: (person, { release_id }) =>
    person.isRivc && release_id !== null ? ALREADY_IN_RELEASE : isStaff(person),
}

/** Fields of the history for staff only: the backlog record, and the author of comments that may be internal. */
const STAFF_FIELDS = new Set(['inBacklog', 'backlog_title', 'backlog_priority', 'comments_author'])

/** Releases by id; titles for changes from before ids were recorded. */
export interface KnownReleases {
  byId: ReadonlyMap<number, string>
  titles: ReadonlySet<unknown>
}

const titleFor = (title: unknown, id: number | null | undefined, { byId, titles }: KnownReleases): unknown =>
  id === undefined ? (titles.has(title) ? title : null) : (byId.get(id ?? 0) ?? null)

/**
 * A change as the person may read it, null if nothing of it is left. For a client, a release that they may not see
 * counts as none.
 * @param known the releases that a client may see, by their present titles: the former title of one that was hidden then
 *   is not for them
 */
export function changeAsRead(
  person: Pick<Asker, 'isRivc' | 'hours_open'>,
  change: Change,
  known: KnownReleases,
  refs: { before: number | null; after: number | null } | null = null,
): Change | null {
  if (person.isRivc) return change
  if (change.field === 'planned_time') return seesHours(person) ? change : null
  if (STAFF_FIELDS.has(change.field)) return null
  if (change.field !== 'release_id') return change
  const [before, after] = (['before', 'after'] as const).map((when) => titleFor(change[when], refs?.[when], known))
  return before === after ? null : { ...change, before, after }
}

/** Ignores orders that are for staff only when a client asks for them (api.md, "Requests and backlog"). */
export function asClientAsks(
  query: requests.RequestQuery,
  person: Pick<Asker, 'isRivc' | 'hours_open'>,
): requests.RequestQuery {
  const staffOrder =
    query.order_by === 'backlog_priority' || (query.order_by === 'planned_time' && person.hours_open !== true)
  return staffOrder ? { ...query, order_by: undefined } : query
}

/** The texts shown when the database rejects a change. */
export const constraints: Record<string, RefusalSpec> = {
  requests_title_length: [422, 'Название заявки: от 1 до 500 символов'],
  requests_planned_time_range: [422, 'Часы: от 00:00 до 10000:00'],
  requests_module_fk: [422, 'Модуль не найден'],
  requests_company_fk: [422, 'Компания не найдена'],
  request_statuses_name_once: [422, 'Статус с таким названием уже есть'],
  request_types_name_once: [422, 'Тип с таким названием уже есть'],
  requests_release_fk: [422, 'Релиз не найден'],
}
