import type { deleted } from '@vypusk/contract'

const BACK: Record<deleted.DeletedEntity, string> = {
  request: 'Заявка возвращена',
  release: 'Релиз возвращён',
  agreement: 'Согласование возвращено',
  publication: 'Публикация возвращена',
  registry_entry: 'Запись возвращена',
}

/** What was restored, and which requests a release has lost to others. */
export const restoredInWords = (entity: deleted.DeletedEntity, lost: readonly number[]): string =>
  lost.length === 0 ? BACK[entity] : `${BACK[entity]} без заявок ${lost.join(', ')}: они уже в других релизах`
