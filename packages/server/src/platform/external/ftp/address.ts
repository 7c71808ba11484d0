import type { Address } from './session.ts'

const PORTS: Record<string, number> = { 'ftp:': 21, 'ftps:': 21, 'sftp:': 22 }
const FINGERPRINT = /^SHA256:([\w+/-]{43})=?$/

/** Protocols allowed in FTP_URL. */
export const FTP_PROTOCOLS = Object.keys(PORTS)

/** In a query string `+` means a space, but in base64 it is a plus. */
const fingerprintIn = ({ searchParams }: URL) => searchParams.get('fingerprint')?.replaceAll(' ', '+') ?? null

/** Whether the URL has no fingerprint or a well-formed one. */
export const hasGoodFingerprint = (url: URL): boolean => {
  const fingerprint = fingerprintIn(url)
  return fingerprint === null || FINGERPRINT.test(fingerprint)
}

/**
 * Splits FTP_URL into its parts: `sftp://user:password@host:22/folder?fingerprint=SHA256:…`. The folder is relative to
 * the user's home folder, as in other programs; `//folder` is relative to the root.
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
