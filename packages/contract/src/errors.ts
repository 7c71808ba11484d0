import * as z from 'zod'

/** The body of every failed call. `current` comes with a stale version, `id` with an existing agreement. */
export const errorReply = z.object({
  message: z.string(),
  errors: z.record(z.string(), z.array(z.string())).optional(),
})
export type ErrorReply = z.output<typeof errorReply> & Record<string, unknown>

/**
 * Every refusal the product knows: its status and its sentence. The sentences of the brief's
 * error catalogue (section 8) stand here word for word.
 */
export const refusals = {
  too_deep: [400, 'Списки и объекты вложены друг в друга слишком глубоко: не больше 32 уровней'],
  bad_syntax: [400, 'Запрос не удалось прочитать: это не JSON и не форма с файлами'],
  no_session: [401, 'Сессия завершена. Войдите ещё раз'],
  wrong_login: [403, 'Неверный логин или пароль'],
  no_access: [422, 'Нет доступа к ресурсу'],
  forbidden: [403, 'Недостаточно прав для этого действия'],
  staff_only: [403, 'Это делают сотрудники поставщика'],
  token_scope: [403, 'Этого токена недостаточно: сделайте токен с большими правами'],
  session_only: [403, 'Это делают только после входа: токену API этого нельзя'],
  factor_needed: [403, 'Вам нужен второй фактор: настройте его, и система откроется'],
  not_found: [404, 'Не найдено: возможно, запись удалена или адрес набран с ошибкой'],
  stale: [409, 'Запись уже изменил другой человек. Сравните его текст со своим и сохраните ещё раз'],
  conflict: [409, 'Это действие уже выполняется. Подождите и обновите страницу'],
  too_large: [413, 'Файл или запрос больше допустимого размера'],
  invalid: [422, 'Проверьте поля: не всё заполнено правильно'],
  key_reused: [
    422,
    'Ключ Idempotency-Key уже занят другим запросом, и тот, скорее всего, выполнен. Обновите страницу и проверьте; новому запросу нужен новый ключ',
  ],
  key_length: [422, 'Ключ Idempotency-Key: от 1 до 200 знаков'],
  too_many: [429, 'Слишком много попыток. Подождите и попробуйте ещё раз'],
  too_many_streams: [429, 'Открыто слишком много окон: закройте лишние'],
  database_away: [503, 'База данных временно недоступна. Подождите минуту и повторите'],
  database_busy: [503, 'Данные сейчас заняты другим действием. Подождите немного и повторите'],
  read_only: [503, 'Сейчас данные можно только смотреть: база данных открыта только для чтения. Повторите позже'],
  took_too_long: [503, 'Ответ готовился слишком долго. Сузьте фильтры или повторите позже'],
  deep_text: [
    422,
    'Списки, таблицы и выделения вложены слишком глубоко: не больше 50 уровней. Вставьте текст без оформления',
  ],
  too_heavy: [422, 'Это слишком велико или слишком сложно устроено. Разделите на части'],
  busy: [503, 'Сервер занят. Повторите через несколько секунд'],
  own_fault: [500, 'Ошибка сервера. Пожалуйста, сообщите администратору'],
} as const satisfies Record<string, readonly [status: number, sentence: string]>

export type RefusalCode = keyof typeof refusals
