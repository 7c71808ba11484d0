import type { Where } from '../../../api/presence.ts'
import { thingId } from '../../kit/list-state/codecs.ts'
import type { Search } from '../../kit/list-state/search.ts'

/** Pages of a single thing: its kind, by the first part of the address. */
const KINDS: Record<string, string> = {
  releases: 'release',
  release: 'release',
  agreements: 'agreement',
  publication: 'publication',
  registryHistory: 'registry_entry',
}

/** Lists that open a thing beside them, named in `?open=`. */
const PANELS: Record<string, string> = {
  '/': 'request',
  '/clientRequests': 'request',
  '/registry': 'registry_entry',
  '/admin/people': 'user',
  '/admin/companies': 'company',
}

/** Screens where several people move the same things. */
const SHARED: Record<string, string> = { '/planning': 'planning/1' }

/** Returns what a window at this address shows; null for a list or a new thing. */
export function whereIs(pathname: string, search: Search): Where | null {
  const shared = SHARED[pathname]
  if (shared) return { place: shared, note: '' }
  const panel = PANELS[pathname]
  if (panel && thingId(search['open'])) return { place: `${panel}/${search['open']}`, note: '' }
  const [first = '', id, part] = pathname.split('/').filter(Boolean)
  const kind = KINDS[first]
  if (!kind || !thingId(id)) return null
  return { place: `${kind}/${id}`, note: first === 'release' ? 'edit' : (part ?? search['tab'] ?? '') }
}
