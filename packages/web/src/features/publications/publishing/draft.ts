import { inLatin } from '@vypusk/contract'
import type { BodyInput, Contact, drafts, FileInfo, publications } from '@vypusk/contract'

/** The values of the publishing form, and their conversion to the call's body. Pure. */

/** Also stored for the person on the server; its files are already uploaded. */
export type Draft = drafts.FormDraft
/** One release of the draft. */
export type DraftItem = Draft['list'][number]

export const emptyDraft: Draft = {
  step: 0,
  list: [],
  rivc: [],
  clients: [],
  proposed: { companies: [], staff: [] },
  text: '',
  reason: '',
  corrects: null,
  changed: '',
}

type Release = publications.ReleaseToPublish

/** A release with the usual choice: all its modules, and all its companies except those on its not-publishing list. */
export const draftItem = ({ id, title, modules, companies, notPublishingList }: Release): DraftItem => ({
  release: id,
  title,
  modules: modules.map(({ idmod }) => idmod),
  customers: companies.map(({ idcomp }) => idcomp).filter((idcomp) => !notPublishingList.includes(idcomp)),
  files: [],
  packages: [],
})

const once = (ids: number[]): number[] => [...new Set(ids)].toSorted((a, b) => a - b)

export const customersOf = ({ list }: Draft): number[] => once(list.flatMap(({ customers }) => customers))
export const filesOf = ({ list }: Draft): FileInfo[] => list.flatMap(({ files }) => files)

const changed = (
  draft: Draft,
  release: number,
  change: (item: DraftItem) => Partial<DraftItem>,
): Pick<Draft, 'list'> => ({
  list: draft.list.map((item) => (item.release === release ? { ...item, ...change(item) } : item)),
})

export const withItem = (draft: Draft, item: DraftItem): Pick<Draft, 'list'> => ({
  list: draft.list.some(({ release }) => release === item.release) ? draft.list : [...draft.list, item],
})
export const withoutItem = (draft: Draft, release: number): Pick<Draft, 'list'> => ({
  list: draft.list.filter((item) => item.release !== release),
})
export const withChange = (draft: Draft, release: number, change: Partial<DraftItem>): Pick<Draft, 'list'> =>
  changed(draft, release, () => change)

/**
 * Returns the modules of the release whose names occur in a file's name: «prichaly-6.0.9.sql.gz» belongs to «Причалы».
 */
export function modulesIn(name: string, modules: Release['modules']): number[] {
  const words = `-${inLatin(name)}-`
  return modules.filter(({ namemod }) => words.includes(`-${inLatin(namemod)}-`)).map(({ idmod }) => idmod)
}

/**
 * Adds a file.
 * @param modules the modules the file is suggested for; none means for all
 */
export const withFile = (draft: Draft, release: number, file: FileInfo, modules: number[] = []): Pick<Draft, 'list'> =>
  changed(draft, release, ({ files, packages }) => ({
    files: [...files, file],
    packages: modules.length > 0 ? [...packages, { file_id: file.id, modules, companies: [] }] : packages,
  }))
export const withoutFile = (draft: Draft, release: number, id: number): Pick<Draft, 'list'> =>
  changed(draft, release, ({ files, packages }) => ({
    files: files.filter((file) => file.id !== id),
    packages: packages.filter(({ file_id }) => file_id !== id),
  }))

type Package = DraftItem['packages'][number]

/** Returns whom a file is for; when nothing is chosen, it is for all. */
export const packageFor = ({ packages }: Pick<DraftItem, 'packages'>, file_id: number): Package =>
  packages.find((one) => one.file_id === file_id) ?? { file_id, modules: [], companies: [] }
export const withPackage = (draft: Draft, release: number, draftPackage: Package): Pick<Draft, 'list'> =>
  changed(draft, release, ({ packages }) => ({
    packages: [...packages.filter(({ file_id }) => file_id !== draftPackage.file_id), draftPackage],
  }))

/** The people who can receive letters now. */
export interface Reachable {
  rivc: readonly Contact[]
  clients: readonly Contact[]
  /** The releases' own people, who are suggested among the staff. */
  users: readonly number[]
}

/**
 * Suggests recipients: everybody with an address of a company that is new in the draft, and the releases' people among
 * the staff. Removes people whose company has left the draft.
 */
export function proposing(
  draft: Draft,
  { rivc, clients, users }: Reachable,
): Pick<Draft, 'rivc' | 'clients' | 'proposed'> {
  const customers = customersOf(draft)
  const { companies, staff } = draft.proposed
  const isNew = ({ idcomp }: Contact) => idcomp !== null && customers.includes(idcomp) && !companies.includes(idcomp)
  const stays = ({ id, idcomp }: Contact) => draft.clients.includes(id) && customers.includes(idcomp ?? 0)
  const isNewStaff = ({ id }: Contact) => users.includes(id) && !staff.includes(id)
  return {
    clients: clients.filter((contact) => isNew(contact) || stays(contact)).map(({ id }) => id),
    rivc: once([...draft.rivc, ...rivc.filter(isNewStaff).map(({ id }) => id)]),
    proposed: { companies: customers, staff: once([...staff, ...users]) },
  }
}

/** The body of the call: only ids, because the server reads nothing else. */
export const bodyOf = ({
  list,
  rivc,
  clients,
  text,
  reason,
  corrects,
}: Draft): BodyInput<typeof publications.publish> => ({
  list: list.map(({ release, modules, customers, files, packages }) => ({
    release,
    modules,
    customers,
    files: files.map(({ id }) => id),
    packages,
  })),
  recipients: { rivc, clients },
  text,
  ...(reason.trim() ? { reason } : {}),
  ...(corrects === null ? {} : { corrects }),
})

const VERSION = /\d+(?:\.\d+)+/

/** «Обновление 5.8.2.zip» → 5.8.2: most files have the version in their name. */
export const versionIn = (name: string): string => VERSION.exec(name)?.[0] ?? ''
