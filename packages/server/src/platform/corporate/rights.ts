/** What a group of the provider or the directory gives its members. Pure. */
export interface GroupRights {
  group: string
  rights: Right[]
}

type Right = { kind: 'admin' | 'staff' | 'registry' | 'registry-create' } | { kind: 'client'; idcomp: number }

/** The rights of a person as `users` keeps them. */
export interface PersonRights {
  isRivc: boolean
  isAdmin: boolean
  idcomp: number | null
  /** Left out where no group speaks of the registry: then an administrator gives and takes these. */
  can_enter_registry?: boolean
  can_create_registry?: boolean
}

const RIGHT = /^(?:(admin|staff|registry|registry-create)|client:([1-9]\d{0,8}))$/

function rightOf(text: string): Right | null {
  const [, plain, idcomp] = RIGHT.exec(text) ?? []
  if (idcomp) return { kind: 'client', idcomp: Number(idcomp) }
  return plain ? { kind: plain as 'admin' | 'staff' | 'registry' | 'registry-create' } : null
}

/**
 * `vypusk-admins=admin, acme=client:12+registry`. Entries are parted by commas, or by semicolons where a group
 * is a directory's whole name with commas of its own; rights of one group are joined by `+`.
 * @returns null when it cannot be read
 */
export function readGroupRights(text: string): GroupRights[] | null {
  const entries = text
    .split(text.includes(';') ? ';' : ',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
  const read = entries.map((entry) => {
    const [, group = '', list = ''] = /^(.+)=([^=]+)$/.exec(entry) ?? []
    const rights = list.split('+').map((right) => rightOf(right.trim()))
    return { group: group.trim(), rights: rights.filter((right) => right !== null), complete: !rights.includes(null) }
  })
  if (read.length === 0 || read.some(({ group, complete }) => group === '' || !complete)) return null
  return read.map(({ group, rights }) => ({ group, rights }))
}

/** `cn=Admins,ou=groups,dc=example` is `admins` for whoever names groups shortly. */
const shortName = (group: string) => /^cn=([^,]+)/i.exec(group)?.[1] ?? group

/** A whole name in the setting means that very group; a short one any group called so. */
function isGroup(named: string, group: string) {
  const name = named.toLowerCase()
  return name === group.toLowerCase() || (!name.includes('=') && name === shortName(group).toLowerCase())
}

const REGISTRY = new Set(['registry', 'registry-create'])

/** Whether groups give and take the registry; else an administrator does. */
export const speaksOfRegistry = (mapping: readonly GroupRights[]): boolean =>
  mapping.some(({ rights }) => rights.some(({ kind }) => REGISTRY.has(kind)))

/**
 * What somebody's groups give them. Staff go before clients; of two companies the one named first counts.
 * @returns null when they open nothing
 */
export function rightsOf(mapping: readonly GroupRights[], groups: readonly string[]): PersonRights | null {
  const entries = mapping
    .filter(({ group: named }) => groups.some((group) => isGroup(named, group)))
    .flatMap(({ rights }) => rights)
  const has = (kind: Right['kind']) => entries.some((right) => right.kind === kind)
  const isAdmin = has('admin')
  const isRivc = isAdmin || has('staff')
  const company = entries.find((right) => right.kind === 'client')
  if (!isRivc && !company) return null
  const registry = {
    can_enter_registry: has('registry') || has('registry-create'),
    can_create_registry: has('registry-create'),
  }
  return {
    isRivc,
    isAdmin,
    idcomp: isRivc ? null : (company?.idcomp ?? null),
    ...(speaksOfRegistry(mapping) ? registry : {}),
  }
}
