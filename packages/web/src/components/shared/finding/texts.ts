import type { finding } from '@vypusk/contract'

/** The titles of the groups. */
export const KINDS: Record<finding.Kind, string> = {
  request: 'Заявки',
  release: 'Релизы',
  agreement: 'Согласования',
  publication: 'Публикации',
  registry_entry: 'Реестр',
  company: 'Компании',
  person: 'Люди',
}

/** The word for one of them, for people who cannot see the icon. */
export const ONE: Record<finding.Kind, string> = {
  request: 'Заявка',
  release: 'Релиз',
  agreement: 'Согласование',
  publication: 'Публикация',
  registry_entry: 'Запись реестра',
  company: 'Компания',
  person: 'Человек',
}
