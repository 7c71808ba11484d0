/** The sign-ins of the demo data (product.md, "Settings and demo sign-ins"), as the login page shows them. */
export const DEMO_SIGN_INS = [
  { login: 'admin', password: 'demo', who: 'сотрудник, администратор' },
  { login: 'manager', password: 'demo', who: 'сотрудник, менеджер релизов' },
  { login: 'client1', password: 'demo', who: 'клиент, с доступом в реестр' },
  { login: 'client2', password: 'demo', who: 'клиент другой компании, без реестра' },
]

const KINDS: Record<string, string> = {
  session: 'сеансы',
  api_token: 'токены API',
  calendar_link: 'ссылка календаря',
  password_link: 'ссылка для пароля',
  file_link: 'ссылки на файлы',
}

/** «сеансы: 2, токены API: 1»; empty where nothing was open. @param kinds one for each that was open */
export const endedInWords = (kinds: readonly string[]): string =>
  [...Map.groupBy(kinds, (kind) => kind)].map(([kind, all]) => `${KINDS[kind] ?? kind}: ${all.length}`).join(', ')

/** What history calls the fields of a person: the company by its name. */
export const PERSON_TITLES = {
  login: 'Логин',
  name: 'Имя',
  email: 'Почта',
  namecomp: 'Компания',
  corporate: 'Корпоративная запись',
  isAdmin: 'Администратор',
  can_enter_registry: 'Вход в реестр',
  can_create_registry: 'Создание в реестре',
}
