import { expect, test } from 'vitest'
import { emailAddress, isEmail } from './email.ts'

test.each([
  'ivan@example.ru',
  "o'brien+news@sub-1.example.museum",
  'ivan@пример.рф',
  'Ivan.Petrov@Почта.Россия.РФ',
  'ivan@xn--e1afmkfd.xn--p1ai',
  'ivan@bücher.example',
  'ivan@भारत.भारत',
])('%s is an address', (address) => expect(emailAddress.parse(` ${address} `)).toBe(address))

test.each([
  '',
  'ivan',
  '@пример.рф',
  'ivan@',
  'ivan@рф',
  'ivan@пример..рф',
  'ivan@.пример.рф',
  'ivan@пример.рф.',
  'ivan@-пример.рф',
  'ivan@пример.р',
  'ivan@10.0.0.1',
  'ivan@пример.рф, petr@пример.рф',
  'Иван <ivan@пример.рф>',
  'ivan@petr@пример.рф',
  'i van@пример.рф',
  '.ivan@пример.рф',
  'iv..an@пример.рф',
  // Letters that no domain can have.
  'ivan@xn--a.рф',
  `ivan@${'п'.repeat(64)}.рф`,
  `ivan@${'a'.repeat(64)}.ru`,
  `ivan@${`${'a'.repeat(60)}.`.repeat(4)}example.ru`,
])('%s is no address', (address) => expect(isEmail(address)).toBe(false))
