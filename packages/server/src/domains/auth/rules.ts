/** The sign-ins of the demo data (product.md, "Settings and demo sign-ins"), as the login page shows them. */
export const DEMO_SIGN_INS = [
  { login: 'admin', password: 'demo', who: 'сотрудник, администратор' },
  { login: 'manager', password: 'demo', who: 'сотрудник, менеджер релизов' },
  { login: 'client1', password: 'demo', who: 'клиент, с доступом в реестр' },
  { login: 'client2', password: 'demo', who: 'клиент другой компании, без реестра' },
]

/** What history calls the fields of a person: the company by its name. */
export const PERSON_TITLES = {
  login: 'Логин',
  name: 'Имя',
  email: 'Почта',
  namecomp: 'Компания',
  isAdmin: 'Администратор',
  can_enter_registry: 'Вход в реестр',
  can_create_registry: 'Создание в реестре',
}
