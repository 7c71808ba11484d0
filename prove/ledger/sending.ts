import { createHash, randomBytes } from 'node:crypto'
import { make, newMark, type Desk } from './desk.ts'

/** Uploads files, whole and in pieces, and publishes them. */

type Row = Record<string, unknown>
const MOST_BYTES = 200_000
/** One file of so many is larger than two pieces of the store (8 MiB each). */
const LARGE_ONE_OF = 12
const LARGE_BYTES = 17 * 1024 * 1024
const PIECES = 3
const TUS = { 'tus-resumable': '1.0.0' }

const hash = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const someBytes = ({ chance }: Desk) =>
  new Uint8Array(randomBytes((chance(LARGE_ONE_OF) === 0 ? LARGE_BYTES : 1) + chance(MOST_BYTES)))

function keep({ ledger }: Desk, id: number, bytes: Uint8Array): number {
  if (id > 0) ledger.files.push({ id, sha256: hash(bytes) })
  return id
}

/**
 * Uploads a file in one call. If the reply is lost for good, the file is uploaded again and the first one is never
 * used.
 */
async function uploadWhole(desk: Desk): Promise<number> {
  const bytes = someBytes(desk)
  const form = () => {
    const made = new FormData()
    made.append('files', new Blob([bytes]), `${newMark(desk)}.bin`)
    return made
  }
  const headers = { 'idempotency-key': newMark(desk) }
  const { status, body } = await desk.until({ method: 'POST', path: '/files/uploads', form, headers })
  if (status === 409) return uploadWhole(desk)
  const [file] = (body['files'] ?? []) as Row[]
  if (status !== 200) desk.ledger.faults.add(`upload: ${status} ${JSON.stringify(body).slice(0, 200)}`)
  return keep(desk, Number(file?.['id'] ?? 0), bytes)
}

/** Returns how many bytes have arrived, or undefined if the upload no longer exists. */
async function offsetOf(desk: Desk, path: string): Promise<number | undefined> {
  const { status, headers } = await desk.until({ method: 'HEAD', path, headers: TUS })
  return status === 200 ? Number(headers.get('upload-offset')) : undefined
}

async function sendPieces(desk: Desk, path: string, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
  const piece = Math.ceil(bytes.length / PIECES)
  for (let from = 0; from < bytes.length;) {
    const headers = { ...TUS, 'content-type': 'application/offset+octet-stream', 'upload-offset': String(from) }
    const { status } = await desk.until({ method: 'PATCH', path, bytes: bytes.slice(from, from + piece), headers })
    if (status !== 204 && status !== 409) desk.ledger.faults.add(`piece: ${status}`)
    const now = await offsetOf(desk, path)
    if (now === undefined || now > bytes.length) {
      desk.ledger.faults.add(`upload: ${now} bytes of ${bytes.length} have arrived`)
      return
    }
    from = now
  }
}

/** Uploads a file with the resumable protocol: after every interruption it asks how much has arrived. */
export async function uploadInPieces(desk: Desk): Promise<number> {
  const bytes = someBytes(desk)
  const name = Buffer.from(`${newMark(desk)}.bin`).toString('base64')
  const begin = { ...TUS, 'upload-length': String(bytes.length), 'upload-metadata': `filename ${name}` }
  const { headers } = await desk.until({ method: 'POST', path: '/files/resumable', headers: begin })
  const path = (headers.get('location') ?? '').replace(/^.*\/api/, '')
  await sendPieces(desk, path, bytes)
  const { status, body } = await desk.until({ method: 'POST', path: `${path}/file`, json: {} })
  if (status !== 200) desk.ledger.faults.add(`upload in pieces: ${status} ${JSON.stringify(body).slice(0, 200)}`)
  return keep(desk, Number((body['file'] as Row | undefined)?.['id'] ?? 0), bytes)
}

/** Makes a publication with files, letters and copies. */
export async function publishSome(desk: Desk, release: number): Promise<void> {
  const files = [await uploadWhole(desk), ...(desk.chance(2) === 0 ? [await uploadInPieces(desk)] : [])]
  const mark = newMark(desk)
  const { companies, people } = desk
  const list = [{ release, files, modules: [], customers: companies }]
  const recipients = { rivc: [], clients: people }
  const json = { list, recipients, text: mark, reason: 'Проверка на прочность' }
  const { id } = await make(desk, ['publication', mark], { path: '/publish/add', json }, ({ id: own }) => Number(own))
  if (id > 0) desk.ledger.published.push({ id, letters: people.length, copies: files.length * companies.length })
}
