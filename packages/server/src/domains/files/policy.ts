import { files } from '@vypusk/contract'
import type { RefusalSpec } from '../../platform/refusal.ts'

/** How long a link from POST files/{id}/link is valid, in milliseconds (api.md: a minute). */
export const LINK_MS = 60_000

/** How long an upload that has stopped can be resumed. */
export const UNFINISHED_DAYS = 7
/** How long an unused file is kept: drafts of publications name files that nothing else refers to yet. */
export const UNUSED_DAYS = 30

export const tooLarge = (limit: number): RefusalSpec => [
  413,
  `Файл больше допустимых ${Math.floor(limit / MEBIBYTE)} МБ`,
]
const MEBIBYTE = 1024 * 1024

/** A number of files, and their bytes in total. */
export interface Amount {
  files: number
  bytes: number
}

const GIBIBYTE = 1024 * MEBIBYTE
const WHAT_TO_DO = `Добавьте загруженное туда, для чего оно нужно, или уберите лишнее. Забытые файлы удалятся сами через ${UNUSED_DAYS} дней`

const tooManyFiles = (most: number): RefusalSpec => [
  422,
  `Больше ${most} файлов, которые ещё никуда не добавлены, загрузить нельзя. ${WHAT_TO_DO}`,
]
const tooManyBytes = (most: number): RefusalSpec => [
  422,
  `Файлы, которые ещё никуда не добавлены, не должны занимать больше ${Math.floor((most / GIBIBYTE) * 10) / 10} ГБ. ${WHAT_TO_DO}`,
]

/** Limits what one person keeps on the server without using it (docs/decisions/0038). */
export function hasRoomFor(
  taken: Amount,
  more: Amount,
  { quotaFiles, quotaBytes }: { quotaFiles: number; quotaBytes: number },
): true | RefusalSpec {
  if (taken.files + more.files > quotaFiles) return tooManyFiles(quotaFiles)
  return taken.bytes + more.bytes > quotaBytes ? tooManyBytes(quotaBytes) : true
}

const LONG_VERSION = `Версия файла не длиннее ${files.MAX_FILE_VERSION} символов`

export const refusals = {
  incomplete: [422, 'Файл пришёл не весь'],
  attached_before: [409, 'Файл уже добавлен'],
  no_files: [422, 'Выберите хотя бы один файл'],
  long_version: [422, LONG_VERSION],
  no_length: [422, 'Не указан размер файла'],
  unfinished: [422, 'Файл пришёл ещё не весь. Продолжите загрузку'],
  joining: [503, 'Файл ещё собирается на сервере. Повторите через минуту'],
  elsewhere: [409, 'На сервере другая часть файла. Спросите, с какого места продолжать'],
  store_full: [507, 'На сервере закончилось место для файлов. Сообщите администратору и повторите загрузку позже'],
  damaged: [
    507,
    'Файл записался на сервере с ошибкой. Отправьте его ещё раз; если повторится, сообщите администратору',
  ],
  not_removable: [422, 'Удалить можно только свои файлы, которые ещё никуда не добавлены'],
  link_expired: [404, 'Ссылка устарела. Вернитесь на страницу и скачайте файл ещё раз'],
  withdrawn: [404, 'Файл отозван: поставщик снял публикацию, в которой он был. Причина – на её странице'],
  range: [416, 'В файле нет такой части. Скачайте его целиком'],
} as const satisfies Record<string, RefusalSpec>
