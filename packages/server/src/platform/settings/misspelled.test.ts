import { expect, test } from 'vitest'
import { misspelled } from './misspelled.ts'

test.each([
  ['DATABASE_ULR', 'DATABASE_URL'],
  ['DATABSE_URL', 'DATABASE_URL'],
  ['SMPT_URL', 'SMTP_URL'],
  ['PUBLIC_URI', 'PUBLIC_URL'],
  ['public_url', 'PUBLIC_URL'],
  ['OIDC_CLIENTID', 'OIDC_CLIENT_ID'],
  ['TRUSTED_PROXYS', 'TRUSTED_PROXIES'],
])('%s is reported as a misspelling of %s', (name, meant) => {
  expect(misspelled({ [name]: 'something' })).toEqual([
    `Переменная ${name} ни на что не влияет. Возможно, имелась в виду ${meant}`,
  ])
})

test('settings, variables of other programs and empty ones are not reported', () => {
  const usual = [
    'PATH',
    'HOME',
    'HOSTNAME',
    'LANG',
    'LOGNAME',
    'SHELL',
    'USER',
    'NODE_ENV',
    'PORT',
    'POST',
    'DEMOS',
    'SMTP_URL',
  ]
  const kubernetes = ['VYPUSK_PORT', 'VYPUSK_SERVICE_HOST', 'KUBERNETES_PORT', 'INVOCATION_ID', 'JOURNAL_STREAM']
  expect(misspelled(Object.fromEntries([...usual, ...kubernetes].map((name) => [name, 'x'])))).toEqual([])
  expect(misspelled({ SMPT_URL: '' })).toEqual([])
})
