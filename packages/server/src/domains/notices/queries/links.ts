import { agreementHref } from '../../access/port.ts'

/** What the address of a thing depends on, as the view `things` says it. */
interface Place {
  entity: string
  entity_id: number
  release_id: number | null
}

/** Where administrators look after what there is only one of. */
const SCREENS = new Map([
  ['backup', '/admin/settings'],
  ['mail', '/admin/deliveries'],
])

/** The address of a thing in the product. */
export function hrefOf({ entity, entity_id, release_id }: Place, isRivc: boolean): string {
  if (entity === 'request') return `${isRivc ? '/' : '/clientRequests'}?open=${entity_id}`
  if (entity === 'registry_entry') return `/registry?open=${entity_id}`
  if (entity === 'publication') return `/publication/${entity_id}`
  if (entity === 'user') return `/admin/people?open=${entity_id}`
  if (entity === 'withdrawn') return isRivc ? '/agreements' : '/clientAgreements'
  if (entity === 'withdrawn_request') return isRivc ? '/' : '/clientRequests'
  if (entity === 'agreement') return agreementHref({ id: entity_id, open_release_id: release_id }, isRivc)
  return SCREENS.get(entity) ?? `/releases/${entity_id}`
}
