import { countOf } from '../../ui/plural.ts'

export const ENTRY_SAVED = 'Запись обновлена'
export const ENTRY_CREATED = 'Запись создана'
export const NOTHING_TO_UNDO = 'Отменять нечего'
export const NO_ACCESS = 'Нет доступа к реестру заявок'

const ENTRIES = ['запись', 'записи', 'записей'] as const
export const entriesInWords = (count: number): string => countOf(count, ENTRIES)
export const savedInWords = (count: number): string => `Обновлено: ${entriesInWords(count)}`
export const createdInWords = (count: number): string => `Создано: ${entriesInWords(count)}`

export const sideLabels = { rivc: 'Поставщик', client: 'Клиент' } as const

const COMMENTS = ['непрочитанный комментарий', 'непрочитанных комментария', 'непрочитанных комментариев'] as const
export const unreadInWords = (count: number): string => countOf(count, COMMENTS)
