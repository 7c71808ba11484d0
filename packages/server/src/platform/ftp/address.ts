import type { Address } from './session.ts'

const PORTS: Record<string, number> = { 'ftp:': 21, 'ftps:': 21, 'sftp:': 22 }
const FINGERPRINT = /^SHA256:([\w+/-]{43})=?$/

/** Protocols of FTP_URL. */
export const FTP_PROTOCOLS = Object.keys(PORTS)

/** `+` in a query string is a space; in base64 it is a plus. */
const fingerprintIn = ({ searchParams }: URL) => searchParams.get('fingerprint')?.replaceAll(' ', '+') ?? null

/** Whether a fingerprint, when there is one, can be one. */
export const hasGoodFingerprint = (url: string): boolean => {
  const fingerprint = fingerprintIn(new URL(url))
  return fingerprint === null || FINGERPRINT.test(fingerprint)
}

/**
 * FTP_URL in its parts: `sftp://user:password@host:22/folder?fingerprint=SHA256:…`. The folder begins
 * at the person's own one, as in other programs; `//folder` begins at the root.
 */
export function addressOf(text: string): Address & { protocol: string } {
  const url = new URL(text)
  const fingerprint = fingerprintIn(url)
  return {
    protocol: url.protocol,
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: Number(url.port) || (PORTS[url.protocol] ?? 0),
    user: decodeURIComponent(url.username) || 'anonymous',
    password: decodeURIComponent(url.password),
    folder: decodeURIComponent(url.pathname).slice(1) || '.',
    fingerprint: fingerprint === null ? null : (FINGERPRINT.exec(fingerprint)?.[1] ?? ''),
  }
}
