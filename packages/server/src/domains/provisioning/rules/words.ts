/** Describes in words what a group gives. Pure. */

interface GroupRights {
  isRivc: boolean
  isAdmin: boolean
  idcomp: number | null
  can_enter_registry?: boolean
  can_create_registry?: boolean
}

function registryIn({ can_enter_registry, can_create_registry }: GroupRights): string {
  if (!can_enter_registry) return ''
  return can_create_registry ? 'реестр и создание записей' : 'реестр'
}

/** «сотрудники, реестр»; a company that does not exist is shown by its number. */
export function givesInWords(rights: GroupRights, company: string | null): string {
  const client = company === null ? `компании № ${rights.idcomp} здесь нет` : `люди компании ${company}`
  const staff = rights.isAdmin ? 'администраторы' : 'сотрудники'
  const side = rights.isRivc ? staff : client
  return [side, registryIn(rights)].filter(Boolean).join(', ')
}
