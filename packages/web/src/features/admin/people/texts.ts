import { adminPeople } from '@vypusk/contract'
import type { Outcome } from '@vypusk/contract'
import { toast } from '../../../components/kit/feedback/toast.tsx'
import { countOf } from '../../../ui/plural.ts'
import type { Way } from './api.ts'
import type { Tone } from '../../../ui/Tag.tsx'

export const peopleCount = (count: number): string => countOf(count, ['человек', 'человека', 'человек'])

/** The message after an action, when no letter was sent. */
export const DONE: Record<Way, string> = {
  block: 'Заблокирован',
  unblock: 'Разблокирован',
  password: 'Письмо отправлено',
  reset: 'Второй фактор сброшен',
}

const TONES: Record<adminPeople.State, Tone> = { active: 'green', blocked: 'red', no_password: 'amber' }

/** The state of an account in a word, with its colour. */
export function stateOf(person: Parameters<typeof adminPeople.stateOf>[0]): { word: string; tone: Tone } {
  const state = adminPeople.stateOf(person)
  return { word: adminPeople.stateNames[state], tone: TONES[state] }
}

type Rights = Pick<adminPeople.Person, 'isAdmin' | 'can_enter_registry' | 'can_create_registry' | 'can_edit_calendar'>

/** The rights a person has beyond the usual ones. */
export const rightsOf = ({ isAdmin, can_enter_registry, can_create_registry, can_edit_calendar }: Rights): string =>
  [
    isAdmin && 'администратор',
    can_enter_registry && (can_create_registry ? 'реестр, создание записей' : 'реестр'),
    can_edit_calendar && 'календарь компании',
  ]
    .filter(Boolean)
    .join(', ') || '–'

/** Reports whether a password letter was sent. */
export function notifyOfLetter(done: string, mail: Outcome): void {
  if (mail === 'failed') toast.mailError(`${done} Письмо не ушло: причина видна в доставках, попытки продолжаются`)
  else toast.success(done)
}

export const MOVES = 'После сохранения человек войдёт заново: сеансы, токены и ссылки прежней компании завершатся'

export const membershipTexts = {
  title: 'Ещё компании',
  form: 'Права в компании',
  what: 'права в компании',
  none: 'Только одна компания.',
  add: 'Добавить компанию',
  company: 'Компания',
  noCompany: 'Такой компании нет',
  rights: 'Права',
  close: 'Закрыть',
  save: 'Сохранить',
  joined: 'Сохранено: компанию человек выбирает сам, вход один',
  leave: 'Убрать',
  leaveTitle: (name: string) => `Убрать из компании: ${name}?`,
  leaveText:
    'Открытое от имени человека в этой компании завершится сразу, письма о ней больше не придут. Написанное останется, в остальных компаниях ничего не изменится.',
  left: 'Человек убран из компании',
  first: 'Сделать первой',
  firstTitle: (name: string) => `Сделать первой компанией: ${name}?`,
  firstText:
    'Вход останется прежним, во всех компаниях всё останется как есть. Прежняя первая компания будет среди «Ещё компаний».',
  madeFirst: 'Первая компания сменилась',
  isHidden: 'Компания скрыта: сначала верните её',
} as const

export const corporateTexts = {
  title: 'Корпоративная запись',
  subject: 'Номер записи',
  subjectNote: 'Его показывает человеку отказ при корпоративном входе',
  link: 'Связать',
  linked: 'Запись связана: человек может войти через корпоративный вход',
  unlink: 'Убрать связь',
  unlinked: 'Связь убрана, доступ завершён',
  unlinkTitle: 'Убрать связь с корпоративной записью?',
  unlinkText: 'Войти по ней человек больше не сможет, всё открытое от его имени завершится.',
} as const

export const keptTexts = {
  form: 'Имя, логин, почту и группы этого человека ведёт каталог компании: измените их там.',
  fact: (external_id: string | null) => (external_id === null ? 'ведёт запись' : `ведёт запись, номер ${external_id}`),
} as const
