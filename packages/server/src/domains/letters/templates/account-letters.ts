import type { Around } from './agreement-letters.ts'
import type { Told } from './register.ts'

/** What a letter about an account says. */
export interface AccountFacts {
  login: string
  name: string
}

/** Sets a password by its link: once, within three days. */
export const passwordContent = ({ login, name }: AccountFacts, { publicUrl, doer }: Around, token: string): Told => ({
  template: 'password',
  values: { имя: name, логин: login, кто: doer },
  facts: [
    ['Логин', login],
    ['Отправил', doer],
  ],
  href: `${publicUrl}/password/${token}`,
  footer: 'Вы получили это письмо, потому что администратор системы «Выпуск» открыл вам вход или сбросил ваш пароль.',
})
