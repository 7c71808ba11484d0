import type { RefusalSpec } from '../../platform/refusal.ts'

/** Messages from the brief, section 8, and of lookups by number. */
export const NO_STAFF_CONTACTS: RefusalSpec = [404, 'Пользователи не найдены']
export const NO_CLIENT_CONTACTS: RefusalSpec = [404, 'Адресаты клиента не найдены']
export const NO_MODULE: RefusalSpec = [404, 'Модуль не найден']
export const NO_COMPANY: RefusalSpec = [404, 'Компания не найдена']

/** The messages for violated database constraints. */
export const constraints: Record<string, RefusalSpec> = {
  companies_name_once: [422, 'Компания с таким названием уже есть'],
  systems_name_once: [422, 'Система с таким названием уже есть'],
  modules_name_once: [422, 'Модуль с таким названием уже есть'],
}
