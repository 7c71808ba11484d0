import type { Around } from './agreement-letters.ts'
import type { LetterContent } from './register.ts'

/** The facts in a letter about an account. */
export interface AccountFacts {
  login: string
  name: string
}

/** The letter about a changed second factor. */
export const factorContent = ({ login, name }: AccountFacts, { publicUrl }: Around, news: string): LetterContent => ({
  template: 'second_factor',
  values: { имя: name, событие: news },
  facts: [['Логин', login]],
  href: `${publicUrl}/account`,
  footer: 'Вы получили это письмо, потому что вход в вашу учётную запись системы «Выпуск» стал другим.',
})

/** The letter with a link that sets a password: once, within three days. */
export const passwordContent = (
  { login, name }: AccountFacts,
  { publicUrl, actor }: Around,
  token: string,
): LetterContent => ({
  template: 'password',
  values: { имя: name, логин: login, кто: actor },
  facts: [
    ['Логин', login],
    ['Отправил', actor],
  ],
  href: `${publicUrl}/password/${token}`,
  footer: 'Вы получили это письмо, потому что администратор системы «Выпуск» открыл вам вход или сбросил ваш пароль.',
})
