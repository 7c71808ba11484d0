import { refusals, releases } from '@vypusk/contract'
import type { Answer, Policy } from '../../platform/ability.ts'
import type { Person } from '../../platform/person.ts'
import { outOfCalendar, type RefusalSpec } from '../../platform/refusal.ts'

/** The brief, section 8, "Release load". */
export const NO_RELEASE_ACCESS = [403, 'Нет доступа к данному релизу'] as const
export const RELEASE_PUBLISHED = [422, 'Релиз опубликован, удалить его нельзя'] as const

const isStaff = ({ isRivc }: Pick<Person, 'isRivc'>): Answer => isRivc || refusals.staff_only

/** What the right to change a release depends on besides the person. */
interface Changeable {
  published_at: string | null
}

export type ReleaseAction = 'save' | 'delete' | 'step' | 'requests' | 'files' | 'not_publishing'

/** Who may change a release, and when (api.md, "Releases"): staff only, and a published release cannot be deleted. */
export const releasePolicy: Policy<ReleaseAction, Pick<Person, 'isRivc'>, Changeable> = {
  save: isStaff,
  delete: (person, { published_at }) => (person.isRivc && published_at !== null ? RELEASE_PUBLISHED : isStaff(person)),
  step: isStaff,
  requests: isStaff,
  files: isStaff,
  not_publishing: isStaff,
}

/** Whether a file can be attached: it was uploaded by the provider's people and is used nowhere else. */
export const mayAttach = ({ isRivc, used_in }: { isRivc: boolean; used_in: readonly string[] }): boolean =>
  isRivc && used_in.length === 0

/** Whether the person may restore a release: administrators, and the person who deleted it. */
export const mayRestore = (
  person: { id: number; isAdmin: boolean },
  { deleted_by }: { deleted_by: number | null },
): boolean => person.isAdmin || person.id === deleted_by

export const UNKNOWN_STEP = 'Такого этапа нет'
export const NO_RELEASE = 'Такого релиза нет'
export const SAME_RELEASE = 'Заявки уже в этом релизе'
export const COMPANY_NOT_IN_RELEASE = 'Компания не входит в релиз'
export const TOO_MUCH_WORK = 'Работы больше чем на десять лет: проверьте часы, дату начала и людей'
export const NOT_STAFF = 'Сотрудник не найден'
export const NO_COMPANY = 'Компания не найдена'
export const NO_MODULE = 'Модуль не найден'

export const NOT_IN_PROGRESS = 'Релиз уже опубликован или закрыт: его сроки не планируют'

/** The texts shown when the database rejects a change. */
export const constraints: Record<string, RefusalSpec> = {
  release_steps_name_once: [422, 'Этап с таким названием уже есть'],
  releases_title_length: [422, 'Название релиза: от 1 до 250 символов'],
  releases_dates_order: [422, releases.DATES_ORDER],
  releases_step_fk: [422, 'Такого этапа нет'],
  release_modules_module_fk: [422, 'Модуль не найден'],
  release_companies_company_fk: [422, 'Компания не найдена'],
  release_users_user_fk: [422, 'Сотрудник не найден'],
  releases_start_date_in_calendar: outOfCalendar('Дата начала релиза'),
  releases_plan_date_in_calendar: outOfCalendar('Плановая дата релиза'),
}
