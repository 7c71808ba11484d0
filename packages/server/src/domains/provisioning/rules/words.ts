/** What a group gives, in words. Pure. */

interface Given {
  isRivc: boolean
  isAdmin: boolean
  idcomp: number | null
  can_enter_registry?: boolean
  can_create_registry?: boolean
}

function registryIn({ can_enter_registry, can_create_registry }: Given): string {
  if (!can_enter_registry) return ''
  return can_create_registry ? 'реестр и создание записей' : 'реестр'
}

/** «сотрудники, реестр»; a company that is not there is named by its number. */
export function givesInWords(given: Given, company: string | null): string {
  const client = company === null ? `компании № ${given.idcomp} здесь нет` : `люди компании ${company}`
  const staff = given.isAdmin ? 'администраторы' : 'сотрудники'
  const side = given.isRivc ? staff : client
  return [side, registryIn(given)].filter(Boolean).join(', ')
}
