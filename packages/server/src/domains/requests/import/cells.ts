import { decodeName } from '@vypusk/contract'
import type { Company, Module, Ref } from '@vypusk/contract'
import { urgencyOptions } from '../rules.ts'

/** What the words of a file can mean in this installation. */
export interface Lists {
  statuses: Ref[]
  types: Ref[]
  companies: Company[]
  modules: Module[]
}

/** A cell that cannot be taken, and why. */
export class WrongCell {
  readonly reason: string
  constructor(reason: string) {
    this.reason = reason
  }
}

const same = (a: string, b: string) => a.toLowerCase().replaceAll('ё', 'е') === b.toLowerCase().replaceAll('ё', 'е')
const oneOf = (words: Record<string, string[]>, cell: string) =>
  Object.entries(words).find(([, all]) => all.some((word) => same(word, cell)))?.[0]

const MOST_MINUTES = 600_000

/** Hours as a number (a comma will do) or as ЧЧ:ММ; minutes come out. */
export function readHours(cell: string): number | WrongCell {
  const clock = /^(\d{1,5}):([0-5]\d)$/.exec(cell)
  const hours = clock ? Number(clock[1]) + Number(clock[2]) / 60 : Number(cell.replace(',', '.'))
  const minutes = Math.round(hours * 60)
  if (Number.isNaN(minutes)) return new WrongCell(`часы «${cell}»: нужно число или ЧЧ:ММ`)
  if (minutes < 0 || minutes > MOST_MINUTES) return new WrongCell(`часы «${cell}»: от 0 до ${MOST_MINUTES / 60}`)
  return minutes
}

/** Other systems' words for the statuses and types every installation starts with. */
const STATUS_WORDS = {
  Новая: ['open', 'new', 'to do', 'todo', 'reopened', 'новый', 'открыта', 'открыт'],
  Оценка: ['estimation', 'analysis', 'анализ'],
  'В работе': ['in progress', 'in review', 'в процессе'],
  Готово: ['resolved', 'done', 'fixed', 'решена', 'решен', 'выполнена'],
  Закрыта: ['closed', 'закрыт'],
  Отклонена: ['rejected', "won't fix", "won't do", 'declined', 'отклонен'],
}
const TYPE_WORDS = {
  Доработка: ['improvement', 'new feature', 'feature', 'story', 'task', 'epic', 'sub-task', 'улучшение', 'задача'],
  Ошибка: ['bug', 'defect', 'дефект'],
  Консультация: ['question', 'support', 'поддержка', 'вопрос'],
}

function byName(what: string, list: Ref[], words: Record<string, string[]>) {
  return (cell: string): number | WrongCell => {
    const found = list.find(({ name }) => same(name, cell)) ?? list.find(({ name }) => name === oneOf(words, cell))
    return found?.id ?? new WrongCell(`${what} «${cell}» неизвестен: есть ${list.map(({ name }) => name).join(', ')}`)
  }
}

export const readStatus = (cell: string, lists: Lists) => byName('статус', lists.statuses, STATUS_WORDS)(cell)
export const readType = (cell: string, lists: Lists) => byName('тип', lists.types, TYPE_WORDS)(cell)

const PRIORITY_WORDS = {
  5: ['5', 'highest', 'blocker', 'immediate', 'urgent', 'немедленный', 'срочный', 'наивысший'],
  4: ['4', 'high', 'critical', 'высокий', 'критический'],
  3: ['3', 'medium', 'normal', 'major', 'средний', 'нормальный', 'обычный'],
  2: ['2', 'low', 'minor', 'низкий'],
  1: ['1', 'lowest', 'trivial', 'самый низкий'],
}

export function readPriority(cell: string): number | WrongCell {
  return Number(oneOf(PRIORITY_WORDS, cell)) || new WrongCell(`приоритет «${cell}»: нужно число от 1 до 5`)
}

export function readUrgency(cell: string): number | WrongCell {
  const found = urgencyOptions.find(({ id, name }) => String(id) === cell || same(name, cell))
  return found?.id ?? new WrongCell(`срочность «${cell}»: есть ${urgencyOptions.map(({ name }) => name).join(', ')}`)
}

const PAID_WORDS = {
  yes: ['да', '1', 'true', 'yes', 'платная', 'платно'],
  no: ['нет', '0', 'false', 'no', 'бесплатная', 'бесплатно'],
}

export function readPaid(cell: string): boolean | WrongCell {
  const word = oneOf(PAID_WORDS, cell)
  return word ? word === 'yes' : new WrongCell(`платность «${cell}»: нужно «да» или «нет»`)
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const TIME = String.raw`(?:[T ](\d{1,2}):(\d{2})(?::(\d{2}))?(?:[.]\d+)?\s*(am|pm)?Z?)?`
const ISO = new RegExp(`^(?<y>\\d{4})-(?<m>\\d{2})-(?<d>\\d{2})${TIME}$`, 'i')
const RUSSIAN = new RegExp(`^(?<d>\\d{1,2})[.](?<m>\\d{1,2})[.](?<y>\\d{4})${TIME}$`, 'i')
/** Jira's `29/Jan/09 3:12 AM`. */
const JIRA = new RegExp(`^(?<d>\\d{1,2})/(?<m>[a-z]{3})/(?<y>\\d{2,4})${TIME}$`, 'i')

/** A day, perhaps with a time, taken as UTC; the moment in ISO 8601 comes out. */
export function readMoment(cell: string): string | WrongCell {
  const found = ISO.exec(cell) ?? RUSSIAN.exec(cell) ?? JIRA.exec(cell)
  const wrong = new WrongCell(`дата «${cell}»: нужно ДД.ММ.ГГГГ или ГГГГ-ММ-ДД`)
  if (!found?.groups) return wrong
  const { y = '', m = '', d = '' } = found.groups
  const month = MONTHS.indexOf(m.toLowerCase()) + 1 || Number(m)
  const year = y.length === 2 ? 2000 + Number(y) : Number(y)
  const [hour, minute, second] = timeOf(found.slice(-4))
  const moment = new Date(Date.UTC(year, month - 1, Number(d), hour, minute, second))
  const real = moment.getUTCMonth() === month - 1 && moment.getUTCDate() === Number(d)
  return real ? moment.toISOString() : wrong
}

function timeOf([hour = '0', minute = '0', second = '0', half = '']: string[]): [number, number, number] {
  const shift = { am: 0, pm: 12 }[half.toLowerCase()]
  return [shift === undefined ? Number(hour) : (Number(hour) % 12) + shift, Number(minute), Number(second)]
}

export function readCompany(cell: string, { companies }: Lists): number | WrongCell {
  const found = companies.find(({ namecomp }) => same(decodeName(namecomp), decodeName(cell)))
  return found?.idcomp ?? new WrongCell(`компании «${cell}» нет в справочнике`)
}

/** By name, or by «Система / Модуль» where a name is in several systems. */
export function readModule(cell: string, { modules }: Lists): number | WrongCell {
  const found = modules.filter(({ namemod, system }) => same(namemod, cell) || same(`${system} / ${namemod}`, cell))
  if (found.length > 1) return new WrongCell(`модуль «${cell}» есть в нескольких системах: пишите «Система / Модуль»`)
  return found[0]?.idmod ?? new WrongCell(`модуля «${cell}» нет в справочнике`)
}
