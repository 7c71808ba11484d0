import type { live } from '@vypusk/contract'

/** Parts of a thing's page, by the tab in its address. */
const PARTS: Record<string, string> = {
  requests: 'Заявки',
  description: 'Описание',
  terms: 'Правила',
  files: 'Файлы',
  agreements: 'Согласования',
  publications: 'Публикации',
  comment: 'Комментарий',
  history: 'История',
}

/** «Павел Громов смотрит «Описание»», «Павел Громов изменяет». */
export function whatTheyDo({ name, note }: live.PersonHere): string {
  if (note === 'edit') return `${name} изменяет`
  const part = PARTS[note]
  return part ? `${name} смотрит «${part}»` : `${name} смотрит`
}
