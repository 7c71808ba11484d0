import { refusals, type Change, type requests } from '@vypusk/contract'
import type { Answer, Policy } from '../../platform/ability.ts'
import type { RefusalSpec } from '../../platform/refusal.ts'
import { seesHours } from '../../platform/person.ts'

/** The sentences of the brief, section 8, "Request lookup". */
export const NO_REQUEST: RefusalSpec = [404, 'Заявка не найдена']
export const TAKEN: RefusalSpec = [422, 'Заявка уже в работе. Напишите об изменениях в переписке']
export const NOT_OWN: RefusalSpec = [403, 'Заявку меняет клиент или тот, кто её написал']
export const ALREADY_IN_RELEASE: RefusalSpec = [422, 'Заявка уже добавлена в релиз']

/** What a new request may not be, each under its field. */
export const NO_COMPANY = ['company', 'Выберите компанию, от имени которой создаётся заявка'] as const
export const NOT_USED = ['module', 'Компания не пользуется этим модулем. Выберите другой'] as const
export const NO_TYPE = ['type', 'Такого типа заявок нет. Выберите другой'] as const
export const NO_FILE = ['files', 'Файл не найден или уже добавлен в другое место. Загрузите его ещё раз'] as const

interface Asker {
  id: number
  isRivc: boolean
  hours_open?: true
}

/** Whose request it becomes: a client's own company whatever is named, the one named for staff. */
export const companyOfNew = (
  { isRivc, idcomp }: Pick<Asker, 'isRivc'> & { idcomp: number | null },
  named: number | null | undefined,
): number | null => (isRivc ? (named ?? null) : idcomp)

/** A file may be attached by whoever uploaded it, and once. */
export const mayAttach = (
  { id }: { id: number },
  { uploaded_by, used_in }: { uploaded_by: number | null; used_in: readonly string[] },
) => uploaded_by === id && used_in.length === 0

const isStaff = ({ isRivc }: Asker): Answer => isRivc || refusals.staff_only

/** What changes of a request depend on beside who asks. */
interface Placed {
  /** As far as the person may know. */
  release_id: number | null
  author_id: number
  /** Nobody has begun with it. */
  is_new: boolean
  /** Whatever release it is in: what is planned already is not taken back. */
  is_planned: boolean
}

/** A client's people change what their company asks for, of staff whoever wrote it down for them. */
const ifNew = ({ id, isRivc }: Asker, { author_id, is_new }: Placed): Answer => {
  if (isRivc && id !== author_id) return NOT_OWN
  return is_new ? true : TAKEN
}

/** The backlog, the texts for releases and releases themselves are staff's; a request is in one release at most. */
export const requestPolicy: Policy<requests.RequestAction, Asker, Placed> = {
  edit: ifNew,
  withdraw: (person, placed) => {
    const answer = ifNew(person, placed)
    return answer === true && placed.is_planned ? TAKEN : answer
  },
  edit_backlog: isStaff,
  edit_description: isStaff,
  add_to_release: (person, { release_id }) =>
    person.isRivc && release_id !== null ? ALREADY_IN_RELEASE : isStaff(person),
}

/** History fields that are staff's alone: the backlog record, and who said what may have been said to staff alone. */
const STAFF_FIELDS = new Set(['inBacklog', 'backlog_title', 'backlog_priority', 'comments_author'])

/**
 * A change as the person may read it, null where nothing is left of it: to a client a release that the client may
 * not know is none.
 * @param known titles of releases a client may know; history keeps no more of a release than its title
 */
export function changeAsRead(
  person: Pick<Asker, 'isRivc' | 'hours_open'>,
  change: Change,
  known: ReadonlySet<unknown>,
): Change | null {
  if (person.isRivc) return change
  if (change.field === 'planned_time') return seesHours(person) ? change : null
  if (STAFF_FIELDS.has(change.field)) return null
  if (change.field !== 'release_id') return change
  const [before, after] = [change.before, change.after].map((title) => (known.has(title) ? title : null))
  return before === after ? null : { ...change, before, after }
}

/** Orders that mean something to staff only are none to a client (api.md, "Requests and backlog"). */
export function asClientAsks(
  query: requests.RequestQuery,
  person: Pick<Asker, 'isRivc' | 'hours_open'>,
): requests.RequestQuery {
  const staffOrder =
    query.order_by === 'backlog_priority' || (query.order_by === 'planned_time' && person.hours_open !== true)
  return staffOrder ? { ...query, order_by: undefined } : query
}

/** What people read when the database refuses. */
export const constraints: Record<string, RefusalSpec> = {
  requests_title_length: [422, 'Название заявки: от 1 до 500 символов'],
  requests_planned_time_range: [422, 'Трудоёмкость: от 00:00 до 10000:00'],
  requests_module_fk: [422, 'Модуль не найден'],
  requests_company_fk: [422, 'Компания не найдена'],
  request_statuses_name_once: [422, 'Статус с таким названием уже есть'],
  request_types_name_once: [422, 'Тип с таким названием уже есть'],
  requests_release_fk: [422, 'Релиз не найден'],
}
