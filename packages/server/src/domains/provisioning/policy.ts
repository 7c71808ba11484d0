import type { RefusalSpec } from '../../platform/refusal.ts'

export const reasons = {
  off: [403, 'SCIM выключен: задайте SCIM_GROUPS – какая группа что даёт'],
  noPerson: [404, 'Человек не найден: каталог его не называл или уже убрал'],
  noGroup: [404, 'Группа не найдена'],
  stale: [412, 'Запись уже изменилась: прочитайте её ещё раз'],
} as const satisfies Record<string, RefusalSpec>

/** The refusal for a person who has an account here that the directory does not manage. */
export const known = (login: string): string =>
  `Здесь уже есть учётная запись с этим логином или этой почтой: «${login}». Свяжет её SCIM_LINK, или сначала измените её`

/** The texts shown when the database rejects a change. */
export const constraints: Record<string, RefusalSpec> = {
  scim_people_name_once: [409, 'Этот userName уже занят'],
  scim_people_external_once: [409, 'Этот externalId уже занят'],
  scim_groups_name_once: [409, 'Группа с таким displayName уже есть'],
  scim_groups_external_once: [409, 'Этот externalId уже занят'],
}
