import type { RefusalSpec } from '../../platform/refusal.ts'

/** Sentences of the brief, section 8, and of the lookups by number. */
export const NO_STAFF_CONTACTS: RefusalSpec = [404, 'Пользователи не найдены']
export const NO_CLIENT_CONTACTS: RefusalSpec = [404, 'Адресаты клиента не найдены']
export const NO_MODULE: RefusalSpec = [404, 'Модуль не найден']
export const NO_COMPANY: RefusalSpec = [404, 'Компания не найдена']
