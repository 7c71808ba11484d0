import { expect, test } from 'vitest'
import { parseEnvFile } from './env-file.ts'

const valuesOf = (text: string) => parseEnvFile(text).values

test.each<[string, string, Record<string, string>]>([
  ['plain', 'A=one\nB=two', { A: 'one', B: 'two' }],
  ['the last wins, an empty one is empty', 'A=one\nA=\n', { A: '' }],
  [
    'comments only at the beginning of a line',
    '# A=1\n  ; B=2\nC=pa#ss;word # all of it',
    { C: 'pa#ss;word # all of it' },
  ],
  ['blanks around', '  A =  one two \t\r\nB=2\r\n', { A: 'one two', B: '2' }],
  ['single quotes take everything', `A='a "b" \\n $c # d'`, { A: 'a "b" \\n $c # d' }],
  ['double quotes with what they escape', `A="a \\"b\\" \\$c \\n \\\\"`, { A: 'a "b" $c \\n \\' }],
  ['several lines in quotes', `A="one\ntwo"\nB='three\nfour'\nC=5`, { A: 'one\ntwo', B: 'three\nfour', C: '5' }],
  ['parts one after another', `A='one'"two"three`, { A: 'onetwothree' }],
  ['a quote in the middle is itself', "A=it's\nB=2", { A: "it's", B: '2' }],
  ['a backslash outside quotes', 'A=one\\ two\\\nthree\nB=C:\\\\data', { A: 'one twothree', B: 'C:\\data' }],
  [
    'what looks like a line in an address',
    'DATABASE_URL=postgres://u:p=q@h/d?a=b',
    { DATABASE_URL: 'postgres://u:p=q@h/d?a=b' },
  ],
  ['Russian words', 'MAIL_FROM=Выпуск <v@example.ru>', { MAIL_FROM: 'Выпуск <v@example.ru>' }],
])('%s', (_, text, values) => {
  expect(valuesOf(text)).toEqual(values)
})

test('reports the numbers of invalid lines', () => {
  expect(parseEnvFile('A=1\nDATABASE_URL postgres://host/base\n\n1B=2\nC=3')).toEqual({
    values: { A: '1', C: '3' },
    wrong: [2, 4],
  })
})

test.each(['A="never closed\nB=2', "A='", 'A=\\', '=', '"'])('terminates for any input: %j', (text) => {
  expect(parseEnvFile(text).values).toBeTypeOf('object')
})
