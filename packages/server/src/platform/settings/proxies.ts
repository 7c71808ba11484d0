import { isIP, isIPv4 } from 'node:net'
import type { FastifyInstance, FastifyServerOptions } from 'fastify'
import * as z from 'zod'

/** The proxies before the product: their number, or their addresses and networks. */
export type TrustedProxies = number | readonly string[]

const MOST_HOPS = 10
/** Names that `@fastify/proxy-addr` knows. */
const NETWORKS = new Set(['loopback', 'linklocal', 'uniquelocal'])

function isNetwork(text: string): boolean {
  if (NETWORKS.has(text)) return true
  const [address = '', prefix, ...more] = text.split('/')
  if (isIP(address) === 0 || more.length > 0) return false
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= (isIPv4(address) ? 32 : 128))
}

const isHops = (text: string) => /^\d+$/.test(text) && Number(text) >= 1 && Number(text) <= MOST_HOPS

const listed = (text: string) => text.split(',').map((each) => each.trim())

const trustedProxies = z
  .string()
  .refine((text) => isHops(text) || listed(text).every(isNetwork))
  .transform((text): TrustedProxies => (isHops(text) ? Number(text) : listed(text)))
  .optional()

export const proxyVariables = {
  TRUSTED_PROXIES: trustedProxies,
}

export const proxyExpected: Record<keyof typeof proxyVariables, string> = {
  TRUSTED_PROXIES:
    'адреса и сети прокси через запятую, например 127.0.0.1,10.0.0.0/8 или loopback, либо число прокси от 1 до 10',
}

/**
 * Fastify's `trustProxy` option. Given a plain number it would trust nobody, so hops are counted here; the first hop is
 * the peer itself.
 */
export function trustOf(proxies: TrustedProxies | null): NonNullable<FastifyServerOptions['trustProxy']> {
  if (proxies === null) return false
  return typeof proxies === 'number' ? (_address: string, hop: number) => hop < proxies : [...proxies]
}

/** Warns once about a proxy that is not configured: all callers through it count as one address. */
export function warnOfUnknownProxy(app: FastifyInstance, proxies: TrustedProxies | null): void {
  let isSaid = proxies !== null
  app.addHook('onRequest', ({ headers, log }, _reply, done) => {
    done()
    if (isSaid || headers['x-forwarded-for'] === undefined) return
    isSaid = true
    log.warn('a proxy names its callers and is not in TRUSTED_PROXIES: all callers count as one address')
  })
}
