import { decodeName } from '@vypusk/contract'

/** One release of a publication with the companies it reaches. */
export interface Handed {
  release: { id: number; title: string }
  companies: number[]
  files: HandedFile[]
  /** The files that one of the companies gets. */
  packageFor: (idcomp: number) => HandedFile[]
}

interface HandedFile {
  id: number
  file_name: string
}

/** As much of it as its copies are made from. */
export interface ToCopy extends Pick<Handed, 'companies' | 'packageFor'> {
  release: Pick<Handed['release'], 'title'>
}

/** A copy of one file to one company's folder. */
export interface PlannedCopy {
  file_id: number
  idcomp: number
  /** The path below the folder of FTP_URL: `company/release/file`. */
  target: string
}

/** Characters that some file system or FTP server does not allow in a name, and invisible ones. */
const FORBIDDEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}<>:"|?*\\/]/gu
/** Names of devices, which Windows gives no file, whatever follows them after a full stop. */
const DEVICE = /^(con|prn|aux|nul|(?:com|lpt)[\d¹²³]|con(?:in|out)\$)(?= *(\.|$))/i
/** Bytes of UTF-8: the 255 of common file systems less room for a number in brackets. */
const LONGEST = 200

const encoder = new TextEncoder()
const bytesOf = (text: string) => encoder.encode(text).length

function cut(name: string, longest: number): string {
  if (bytesOf(name) <= longest) return name
  let kept = ''
  let bytes = 0
  for (const letter of name) {
    bytes += bytesOf(letter)
    if (bytes > longest) break
    kept += letter
  }
  return kept
}

/** The name and its extension: `update.tar` and `.gz`. */
const halves = (name: string): [string, string] => {
  const ending = /\.[^. ]{1,10}$/.exec(name)?.[0] ?? ''
  return [name.slice(0, name.length - ending.length), ending]
}

/**
 * A name as one part of a path: without slashes, quotes and control characters, neither hidden nor a parent folder nor
 * a device of Windows, and short enough. Empty if nothing is left of it.
 * @example safeName('../ООО "Порт"') // ООО Порт
 */
export function safeName(name: string): string {
  const clean = name
    .normalize('NFC')
    .replace(FORBIDDEN, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[. ]+|[. ]+$/g, '')
  const [stem, ending] = halves(clean)
  const kept = cut(stem, LONGEST - bytesOf(ending)).replace(/[. ]+$/, '')
  return kept.replace(DEVICE, '$1_') + ending
}

const numbered = (name: string, number: number | string) => {
  const [stem, ending] = halves(name)
  return `${stem} (${number})${ending}`
}

/**
 * The folders of all companies: no two share one, whatever is left of their names.
 * @param shared companies whose name was another company's once, which has copies in the folder of that name
 */
export function foldersOf(
  companies: { idcomp: number; namecomp: string }[],
  shared: ReadonlySet<number> = new Set(),
): Map<number, string> {
  const named = companies.map(({ idcomp, namecomp }) => {
    const name = safeName(decodeName(namecomp))
    return { idcomp, name, withNumber: `${name || 'company'} (${idcomp})` }
  })
  const alike = Map.groupBy(named, ({ name }) => name.toLowerCase())
  // A company may be called what another one's folder is called with its number.
  const withNumbers = new Set(named.map(({ withNumber }) => withNumber.toLowerCase()))
  const isOnly = (name: string) => alike.get(name)?.length === 1 && !withNumbers.has(name)
  return new Map(
    named.map(({ idcomp, name, withNumber }) => {
      const isAlone = name !== '' && !shared.has(idcomp) && isOnly(name.toLowerCase())
      return [idcomp, isAlone ? name : withNumber]
    }),
  )
}

/** A copy that has no path yet. */
export interface Wish extends Omit<PlannedCopy, 'target'> {
  folder: string
  name: string
}

/** Returns `make` that works each name out once: hundreds of files go to hundreds of companies. */
function onceEach(make: (name: string) => string): (name: string) => string {
  const made = new Map<string, string>()
  return (name) => {
    const known = made.get(name) ?? make(name)
    made.set(name, known)
    return known
  }
}

/** Where each file goes, and under which name if that is free; made as they are asked for, because there are thousands. */
export function* wishesOf(items: Iterable<ToCopy>, folders: Map<number, string>): Generator<Wish> {
  const nameFor = onceEach((file_name) => safeName(file_name) || 'file')
  for (const { release, companies, packageFor } of items) {
    const below = safeName(release.title) || 'release'
    for (const idcomp of companies) {
      const folder = `${folders.get(idcomp) ?? `company (${idcomp})`}/${below}`
      for (const { id: file_id, file_name } of packageFor(idcomp)) {
        yield { file_id, idcomp, folder, name: nameFor(file_name) }
      }
    }
  }
}

/** Other paths for a copy whose own has somebody else's file: with the file's number, and if need be with its own. */
export function pathsInstead({ target, file_id, id }: { target: string; file_id: number; id: number }): string[] {
  const [folder, name] = [target.slice(0, target.lastIndexOf('/')), target.slice(target.lastIndexOf('/') + 1)]
  return [file_id, id].map((number) => `${folder}/${numbered(name, number)}`)
}

/** The name itself, with the file's number, and then with a number of its own: `a.zip`, `a (345).zip`, `a (345-2).zip`. */
function nameAt(place: number, { name, file_id }: Wish): string {
  if (place === 0) return name
  return numbered(name, place === 1 ? file_id : `${file_id}-${place}`)
}

/**
 * The first free path for each copy. Paths that differ only in letter case are one path, because the server's file
 * system may ignore it.
 * @param taken targets of earlier copies in small letters, which must not be overwritten
 */
export function plannedCopies(wishes: Iterable<Wish>, taken: ReadonlySet<string>): PlannedCopy[] {
  const used = new Set<string>()
  const isTaken = (target: string) => {
    const path = target.toLowerCase()
    // A set says by its size whether it had the path already.
    return taken.has(path) || used.size === used.add(path).size
  }
  return Array.from(wishes, (wish) => {
    const { file_id, idcomp, folder } = wish
    let place = 0
    let target = `${folder}/${nameAt(place, wish)}`
    while (isTaken(target)) {
      place += 1
      target = `${folder}/${nameAt(place, wish)}`
    }
    return { file_id, idcomp, target }
  })
}
