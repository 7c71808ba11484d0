import { expect, test } from 'vitest'
import { callerAddress, countedAddress } from './caller-address.ts'

const seen = (ip: string, remoteAddress = '192.0.2.1') =>
  callerAddress({ ip, socket: { remoteAddress } as Parameters<typeof callerAddress>[0]['socket'] })

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['203.0.113.7:52811', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['[2001:DB8::1]:443', '2001:db8::1'],
  ['fe80::1%eth0', 'fe80::1'],
  ['abc', '192.0.2.1'],
  ['', '192.0.2.1'],
])('%s is read as %s', (ip, address) => {
  expect(seen(ip)).toBe(address)
})

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::9', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
])('%s counts as %s', (address, counted) => {
  expect(countedAddress(address)).toBe(counted)
})
