import { request, type ClientRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import * as tus from 'tus-js-client'
import type { FileInfo } from '@vypusk/contract'
import type { TestApp } from './app.ts'

export interface Line {
  url: string
  token: string
}

/** The application on a real port, since resumable uploads are about real connections. */
export async function listening(product: TestApp, token: string): Promise<Line> {
  await product.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = product.app.server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, token }
}

const TUS = { 'tus-resumable': '1.0.0' }

/** A hand-made call of the protocol. */
export async function tusCall(line: Line, method: string, path: string, overrides: RequestInit = {}) {
  const headers = { authorization: `Bearer ${line.token}`, ...TUS, ...(overrides.headers as Record<string, string>) }
  return fetch(new URL(path, line.url), { ...overrides, method, headers })
}

/**
 * Announces a file.
 * @returns the path for its bytes
 */
export async function begin(line: Line, size: number, name = 'файл.bin'): Promise<string> {
  const metadata = `filename ${Buffer.from(name).toString('base64')}`
  const headers = { 'upload-length': String(size), 'upload-metadata': metadata }
  const reply = await tusCall(line, 'POST', '/api/files/resumable', { headers })
  if (reply.status !== 201) throw new Error(`${reply.status}: ${await reply.text()}`)
  return reply.headers.get('location') ?? ''
}

export const PATCH_TYPE = { 'content-type': 'application/offset+octet-stream' }

export const append = (line: Line, path: string, offset: number, bytes: Uint8Array<ArrayBuffer>) =>
  tusCall(line, 'PATCH', path, { headers: { ...PATCH_TYPE, 'upload-offset': String(offset) }, body: bytes })

/** Sends some bytes without ending the request: it hangs until it is destroyed. */
export function hanging(line: Line, path: string, offset: number, bytes: Uint8Array): ClientRequest {
  const headers = { ...TUS, ...PATCH_TYPE, authorization: `Bearer ${line.token}`, 'upload-offset': String(offset) }
  const call = request(new URL(path, line.url), { method: 'PATCH', headers })
  // The test itself ends it.
  call.on('error', () => {})
  call.write(bytes)
  return call
}

export async function offsetOf(line: Line, path: string): Promise<number> {
  const reply = await tusCall(line, 'HEAD', path)
  return Number(reply.headers.get('upload-offset') ?? -1)
}

export async function finish(line: Line, path: string): Promise<{ status: number; file: FileInfo; message: string }> {
  const reply = await tusCall(line, 'POST', `${path}/file`)
  const body = (await reply.json()) as { file: FileInfo; message: string }
  return { status: reply.status, ...body }
}

/**
 * Sends a file with the client used in browsers.
 * @returns the path of the upload
 */
export function sendByClient(line: Line, bytes: Buffer, overrides: Partial<tus.UploadOptions>): Promise<string> {
  return new Promise((resolve, reject) => {
    const upload = new tus.Upload(bytes, {
      endpoint: `${line.url}/api/files/resumable`,
      headers: { authorization: `Bearer ${line.token}` },
      retryDelays: [100, 500],
      onError: reject,
      onSuccess: () => resolve(new URL(upload.url ?? '').pathname),
      ...overrides,
    })
    upload.start()
  })
}
