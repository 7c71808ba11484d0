import { expect, it } from 'vitest'
import { ApiError, NO_CONNECTION } from '../../api/api-error.ts'
import { signInRefusal } from './texts.ts'

const refused = (status: number, message: string) =>
  new ApiError({ status, message, errors: {}, data: {}, onRefusal: 'throw' })

it.each([
  [401, 'x', 'Неверный логин или пароль'],
  [403, 'x', 'Неверный логин или пароль'],
  [422, 'x', 'Нет доступа к ресурсу'],
  [429, 'Подождите 15 минут', 'Подождите 15 минут'],
  [503, 'Каталог не отвечает', 'Каталог не отвечает'],
  [500, 'x', 'Ошибка сервера. Пожалуйста, сообщите администратору'],
  [0, NO_CONNECTION, NO_CONNECTION],
])('shows the sentence of a sign-in answered with %i', (status, message, shown) => {
  expect(signInRefusal(refused(status, message))).toBe(shown)
})
