import type { finding } from '@vypusk/contract'

/** What the groups are called. */
export const KINDS: Record<finding.Kind, string> = {
  request: 'Заявки',
  release: 'Релизы',
  agreement: 'Согласования',
  publication: 'Публикации',
  registry_entry: 'Реестр',
  company: 'Компании',
  person: 'Люди',
}

/** What one of them is, for who cannot see the icon. */
export const ONE: Record<finding.Kind, string> = {
  request: 'Заявка',
  release: 'Релиз',
  agreement: 'Согласование',
  publication: 'Публикация',
  registry_entry: 'Запись реестра',
  company: 'Компания',
  person: 'Человек',
}
