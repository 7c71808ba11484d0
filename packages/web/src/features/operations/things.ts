/** What kinds of things are called, by the server's words for them. */
export const THINGS: Record<string, string> = {
  request: 'Заявка',
  release: 'Релиз',
  agreement: 'Согласование',
  publication: 'Публикация',
  registry_entry: 'Запись реестра',
  freeze: 'Закрытые дни',
  user: 'Человек',
  company: 'Компания',
  system: 'Система',
  module: 'Модуль',
  release_step: 'Этап релизов',
  registry_step: 'Этап реестра',
  calendar: 'Календарь',
  letter_template: 'Письмо',
  thread: 'Замечание',
}
