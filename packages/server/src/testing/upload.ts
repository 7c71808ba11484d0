import { auth, files, type FileInfo } from '@vypusk/contract'
import { type TestApp } from './app.ts'
import { PASSWORD } from './password.ts'

/** The token of a new session. */
export async function tokenOf(product: TestApp, login: string): Promise<string> {
  const { body } = await product.anonymous(auth.login, { body: { login, password: PASSWORD } })
  return body.access_token
}

export interface TestFile {
  name: string
  bytes: string | Buffer<ArrayBuffer>
  version?: string
}

/** The multipart body that a browser sends for these files. */
export async function formOf(sent: TestFile[]): Promise<{ payload: Buffer; headers: Record<string, string> }> {
  const form = new FormData()
  for (const { name, bytes } of sent) form.append('files', new Blob([bytes]), name)
  for (const { version } of sent) if (version !== undefined) form.append('version', version)
  const encoded = new Response(form)
  const type = encoded.headers.get('content-type') ?? ''
  return { payload: Buffer.from(await encoded.arrayBuffer()), headers: { 'content-type': type } }
}

interface Uploaded {
  status: number
  body: { message: string; files: FileInfo[] }
}

/** POST files/uploads with a raw body. */
export async function post(
  product: TestApp,
  token: string,
  { payload, headers }: { payload: Buffer | string; headers: Record<string, string> },
): Promise<Uploaded> {
  const url = `/api${files.uploadFiles.path}`
  const all = { authorization: `Bearer ${token}`, ...headers }
  const reply = await product.app.inject({ method: 'POST', url, payload, headers: all })
  return { status: reply.statusCode, body: reply.json() }
}

/**
 * Uploads through the API.
 * @returns its answer
 */
export const upload = async (product: TestApp, token: string, sent: TestFile[]): Promise<Uploaded> =>
  post(product, token, await formOf(sent))
