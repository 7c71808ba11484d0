import { expect, test } from 'vitest'
import { hashPassword, passwordFits } from './password.ts'

test('a password is hashed by Argon2id with at least the cost recommended by OWASP', async () => {
  const stored = await hashPassword('a password')
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(await passwordFits(stored, 'a password')).toBe(true)
  expect(await passwordFits(stored, 'another')).toBe(false)
})
