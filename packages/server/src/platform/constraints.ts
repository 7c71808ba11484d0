import { DAY_BOUNDS, refusals, releases } from '@vypusk/contract'
import type { RefusalSpec } from './refusal.ts'

/** Rows of former versions may hold such a day: nothing of them is saved before it is put right. */
const outOfCalendar = (what: string): RefusalSpec => [422, `${what}: ${DAY_BOUNDS.toLowerCase()}. Сначала исправьте её`]

/**
 * Named constraints that people can meet, and the refusal each one is. A constraint that is not
 * here can be broken only by our own fault and answers 500.
 */
export const constraintRefusals: Record<string, RefusalSpec> = {
  users_login_once: [422, 'Такой логин уже занят'],
  companies_name_once: [422, 'Компания с таким названием уже есть'],
  systems_name_once: [422, 'Система с таким названием уже есть'],
  modules_name_once: [422, 'Модуль с таким названием уже есть'],
  corporate_identities_user_once: [
    422,
    'Этот логин уже связан с другой корпоративной учётной записью. Обратитесь к администратору',
  ],
  release_steps_name_once: [422, 'Этап с таким названием уже есть'],
  registry_steps_name_once: [422, 'Этап с таким названием уже есть'],
  user_settings_size: [422, 'Настройки страницы не больше 32 КиБ'],
  releases_title_length: [422, 'Название релиза: от 1 до 250 символов'],
  releases_dates_order: [422, releases.DATES_ORDER],
  releases_step_fk: [422, 'Такого шага нет'],
  release_modules_module_fk: [422, 'Модуль не найден'],
  release_companies_company_fk: [422, 'Компания не найдена'],
  release_users_user_fk: [422, 'Сотрудник не найден'],
  requests_title_length: [422, 'Название заявки: от 1 до 500 символов'],
  requests_planned_time_range: [422, 'Трудоёмкость: от 00:00 до 10000:00'],
  requests_module_fk: [422, 'Модуль не найден'],
  requests_company_fk: [422, 'Компания не найдена'],
  requests_release_fk: [422, 'Релиз не найден'],
  agreements_approved_has_date: [422, 'Сначала укажите дату установки'],
  agreements_release_fk: [422, 'Релиз не найден'],
  agreements_company_fk: [422, 'Компания не найдена'],
  agreement_offers_one_open: [409, 'Другая дата уже предложена и ждёт ответа поставщика'],
  freezes_company_fk: [422, 'Компания не найдена'],
  planning_changes_release_fk: [422, 'Релиз не найден'],
  planning_changes_pk: [422, 'Релиз в варианте дважды'],
  agreement_recipients_user_fk: [422, 'Получатель не найден'],
  releases_start_date_in_calendar: outOfCalendar('Дата начала релиза'),
  releases_plan_date_in_calendar: outOfCalendar('Плановая дата релиза'),
  agreements_date_in_calendar: outOfCalendar('Дата установки'),
  agreement_offers_date_in_calendar: outOfCalendar('Предложенная дата установки'),
  registry_entries_due_date_in_calendar: outOfCalendar('Срок записи реестра'),
  freezes_date_from_in_calendar: outOfCalendar('Начало запрета на установку'),
  freezes_date_to_in_calendar: outOfCalendar('Конец запрета на установку'),
  planning_changes_start_date_in_calendar: outOfCalendar('Дата начала релиза в варианте'),
  planning_changes_plan_date_in_calendar: outOfCalendar('Плановая дата релиза в варианте'),
  calendar_days_day_in_calendar: outOfCalendar('День производственного календаря'),
}

/** What PostgreSQL says of values it cannot keep (a zero byte, a number too large …). */
const valueErrors = new Set(['22021', '22P05', '22003', '22007', '22008', '22P02'])

/** The refusal behind a database error, or undefined when it is our own fault. */
export function refusalOfDatabase(error: { code?: unknown; constraint?: unknown }): RefusalSpec | undefined {
  if (typeof error.constraint === 'string') return constraintRefusals[error.constraint]
  if (typeof error.code !== 'string') return undefined
  if (valueErrors.has(error.code)) return refusals.invalid
  // A deadlock or a serialisation failure: the other one went first.
  if (error.code === '40P01' || error.code === '40001') return refusals.conflict
  return undefined
}
