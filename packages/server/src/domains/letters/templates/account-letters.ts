import type { Around } from './agreement-letters.ts'
import type { Content } from './layout.ts'

/** What a letter about an account says. */
export interface AccountFacts {
  login: string
  name: string
}

/** Sets a password by its link: once, within three days. */
export const passwordContent = (
  { login, name }: AccountFacts,
  { publicUrl, doer }: Around,
  token: string,
): Content => ({
  subject: 'Задайте пароль для входа в «Выпуск»',
  heading: 'Задайте пароль',
  paragraphs: [
    `Здравствуйте, ${name}!\nПо кнопке вы зададите пароль для входа в систему «Выпуск». Прежний пароль, если он был, перестанет действовать.`,
    'Кнопка сработает один раз в течение трёх дней. Никому не пересылайте это письмо.',
  ],
  facts: [
    ['Логин', login],
    ['Отправил', doer],
  ],
  button: { text: 'Задать пароль', href: `${publicUrl}/password/${token}` },
  footer: 'Вы получили это письмо, потому что администратор системы «Выпуск» открыл вам вход или сбросил ваш пароль.',
})
