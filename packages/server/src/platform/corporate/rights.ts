/** The rights that members of a provider's or directory's group get. Pure functions. */
export interface GroupRights {
  group: string
  rights: Right[]
}

type Right = { kind: 'admin' | 'staff' | 'registry' | 'registry-create' } | { kind: 'client'; idcomp: number }

/** A person's rights as stored in `users`. */
export interface PersonRights {
  isRivc: boolean
  isAdmin: boolean
  idcomp: number | null
  /** Omitted when no group mentions the registry: then administrators manage these rights. */
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
 * Parses text such as `vypusk-admins=admin, acme=client:12+registry`. Entries are separated by commas, or by semicolons
 * when a group is given by a full directory name that contains commas; rights of one group are joined by `+`.
 * @returns null when the text is invalid
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

/** `cn=Admins,ou=groups,dc=example` has the short name `Admins`. */
const shortName = (group: string) => /^cn=([^,]+)/i.exec(group)?.[1] ?? group

/** A full name in the setting means exactly that group; a short one means any group with that name. */
function isGroup(named: string, group: string) {
  const name = named.toLowerCase()
  return name === group.toLowerCase() || (!name.includes('=') && name === shortName(group).toLowerCase())
}

const REGISTRY = new Set(['registry', 'registry-create'])

/** Whether groups manage the registry rights; otherwise administrators do. */
export const speaksOfRegistry = (mapping: readonly GroupRights[]): boolean =>
  mapping.some(({ rights }) => rights.some(({ kind }) => REGISTRY.has(kind)))

/**
 * The rights that a person's groups give. Staff take precedence over clients; of several companies the first one named
 * is used.
 * @returns null when the groups give no access
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

const NONE = { can_enter_registry: false, can_create_registry: false, can_edit_calendar: false }

/**
 * The rights to write for an account that groups give `rights`: what administrators manage stays, except in another
 * company, because rights belong to each company (docs/decisions/0100).
 */
export const rightsFor = (
  account: { idcomp: number | null },
  rights: PersonRights,
): PersonRights & { can_edit_calendar?: boolean } =>
  account.idcomp === rights.idcomp ? rights : { ...NONE, ...rights }
