/** What the address of a thing depends on. */
interface Place {
  entity: string
  entity_id: number
  release_id: number | null
}

/** The address of a thing in the product; clients read an agreement on its release's page. */
export function hrefOf({ entity, entity_id, release_id }: Place, isRivc: boolean): string {
  if (entity === 'request') return `${isRivc ? '/' : '/clientRequests'}?open=${entity_id}`
  if (entity === 'registry_entry') return `/registry?open=${entity_id}`
  if (entity === 'publication') return `/publication/${entity_id}`
  if (entity === 'backup') return '/admin/settings'
  if (entity === 'user') return `/admin/people?open=${entity_id}`
  if (entity === 'withdrawn') return isRivc ? '/agreements' : '/clientAgreements'
  if (entity === 'agreement' && isRivc) return `/agreements/${entity_id}`
  return `/releases/${release_id ?? entity_id}`
}
