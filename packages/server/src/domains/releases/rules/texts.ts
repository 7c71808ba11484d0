/** Stores line breaks as `<br>`; the rest of the text is plain. */
export const withBreaks = (text: string) => text.replace(/\r\n?|\n/g, '<br>')

/** The same text with real line breaks. */
export const fromBreaks = (text: string) => text.replace(/<br\s*\/?>/gi, '\n')

/** The fields of a release recorded in its history, with their names. */
export const RELEASE_TITLES = {
  title: 'Название',
  step: 'Этап',
  start_date: 'Дата начала',
  plan_date: 'Плановая дата',
  planned_time: 'Плановые часы',
  short_description: 'Краткое описание',
  is_visible_for_client: 'Виден клиентам',
  modules: 'Модули',
  users: 'Люди',
  companies: 'Компании',
  notPublishingList: 'Не публикуется для',
  requests: 'Заявки',
  files: 'Файлы',
  description: 'Описание',
  terms: 'Правила',
  comment: 'Комментарий',
  deleted_at: 'Удалён',
} as const
