import { NoDossier, type Files } from './verify.ts'

/** A function that unzips, with the signature that fflate has. The filter is called with every name in the archive. */
type Unzip = (
  bytes: Uint8Array,
  options: { filter: (file: { name: string; originalSize: number }) => boolean },
) => Record<string, Uint8Array>

/** Upper limit for the size of all files together, in bytes. A dossier holds texts, not files of publications. */
const MOST = 1024 ** 3

interface Archive {
  files: Files
  /** Names that occur in the archive more than once. */
  repeated: string[]
}

function namesIn(bytes: Uint8Array, unzip: Unzip): string[] {
  const names: string[] = []
  let size = 0
  try {
    unzip(bytes, {
      filter: ({ name, originalSize }) => {
        names.push(name)
        size += originalSize
        return false
      },
    })
  } catch {
    throw new NoDossier('Это не архив zip, или он повреждён так, что не открывается')
  }
  if (size > MOST) throw new NoDossier('Архив слишком велик для досье')
  return names
}

const ownOf = (unzipped: Record<string, Uint8Array>, name: string) =>
  Object.hasOwn(unzipped, name) ? (unzipped[name] ?? null) : null

/** Unpacks one file, or returns null if it cannot be unpacked: a broken file must not hide the others. */
function unpacked(bytes: Uint8Array, name: string, unzip: Unzip): Uint8Array | null {
  try {
    return ownOf(unzip(bytes, { filter: (file) => file.name === name }), name)
  } catch {
    return null
  }
}

/**
 * Opens the archive of a dossier.
 * @throws NoDossier if it is not an archive at all
 */
export function openArchive(bytes: Uint8Array, unzip: Unzip): Archive {
  const names = namesIn(bytes, unzip)
  const repeated = [...new Set(names.filter((name, index) => names.indexOf(name) !== index))]
  try {
    const unzipped = unzip(bytes, { filter: () => true })
    // A file may have a name that no object keeps as a property of its own: «__proto__».
    return { files: new Map(names.map((name) => [name, ownOf(unzipped, name)])), repeated }
  } catch {
    return { files: new Map([...new Set(names)].map((name) => [name, unpacked(bytes, name, unzip)])), repeated }
  }
}
