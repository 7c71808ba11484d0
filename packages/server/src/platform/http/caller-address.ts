import { isIP, isIPv4, isIPv6 } from 'node:net'
import type { FastifyRequest } from 'fastify'

const MAPPED = /^::ffff:(?=\d+\.)/i
const BRACKETED = /^\[([^\]]+)\](?::\d+)?$/
const WITH_PORT = /^(\d+(?:\.\d+){3}):\d+$/

/** Strips what surrounds an address: proxies add ports, and a dual-stack socket writes IPv4 addresses as IPv6. */
function plainAddress(text: string): string | null {
  const bare = BRACKETED.exec(text)?.[1] ?? WITH_PORT.exec(text)?.[1] ?? text
  const address = bare.replace(/%.*$/, '').replace(MAPPED, '').toLowerCase()
  return isIP(address) === 0 ? null : address
}

/**
 * The caller's address, determined through the trusted proxies. Anything a proxy passes on that is not an address is
 * ignored.
 */
export const callerAddress = ({ ip, socket }: Pick<FastifyRequest, 'ip' | 'socket'>): string =>
  plainAddress(ip) ?? plainAddress(socket.remoteAddress ?? '') ?? 'unknown'

const GROUPS = 8
const OF_A_NETWORK = 4

/**
 * The key by which attempts are counted: an IPv4 address, or the network of an IPv6 one, because the holder of one IPv6
 * address has 2⁶⁴ of them.
 */
export function countedAddress(address: string): string {
  if (isIPv4(address) || !isIPv6(address)) return address
  const [head = [], tail = []] = address.split('::').map((half) => half.split(':').filter(Boolean))
  const zeros = Array.from({ length: GROUPS - head.length - tail.length }, () => '0')
  const groups = [...head, ...zeros, ...tail].slice(0, OF_A_NETWORK).map((group) => Number.parseInt(group, 16))
  return `${groups.map((group) => group.toString(16)).join(':')}::/64`
}
