import type { tokens } from '@vypusk/contract'

export const SCOPES: Record<tokens.TokenScope, string> = {
  read: 'Только чтение',
  write: 'Чтение и запись',
  admin: 'Всё, и администрирование',
}

/** How long tokens live, in days. */
export const LIVES = [
  { value: '30', label: '30 дней' },
  { value: '90', label: '90 дней' },
  { value: '180', label: 'Полгода' },
  { value: '365', label: 'Год' },
]
