import type { RefusalSpec } from '../../platform/refusal.ts'

/** How long an address of POST files/{id}/link lives (api.md: a minute). */
export const LINK_SECONDS = 60

export const refusals = {
  no_files: [422, 'Выберите хотя бы один файл'],
  not_removable: [422, 'Удалить можно только свои файлы, которые ещё никуда не добавлены'],
  link_expired: [404, 'Ссылка устарела. Вернитесь на страницу и скачайте файл ещё раз'],
  range: [416, 'В файле нет такой части. Скачайте его целиком'],
} as const satisfies Record<string, RefusalSpec>
