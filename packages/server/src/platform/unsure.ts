/**
 * Why something that was to be sent when a copy was made is not sent by itself after a restore: the copy does not know
 * whether it was. Nobody is to get a letter twice, so repeating it is left to people (docs/decisions/0022).
 */
export const UNSURE =
  'Система восстановлена из копии, когда отправка ещё не закончилась. Повторите, если до получателя не дошло'
