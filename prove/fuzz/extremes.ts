import fc from 'fast-check'

/** Generates boundary values of every type, and values that break careless code. */

export const date = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom('2026-03-02', '2026-03-20', '2026-12-31', '2024-02-29') },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      '0000-01-01',
      '0001-01-01',
      '0206-03-02',
      '1899-12-31',
      '1999-12-31',
      '2000-01-01',
      '2100-12-31',
      '2101-01-01',
      '9999-12-31',
      '2026-02-29',
      '2026-13-01',
      '2026-3-2',
      '+012026-01-01',
      '-000001-01-01',
      '',
    ),
  },
)

export const timeOfDay = fc.constantFrom('10:30', '00:00', '23:59', '24:00', '7:5', '')

const EDGES = [-1, 0, 1, 2 ** 31 - 1, 2 ** 31, 2 ** 32, 2 ** 53 - 1, 2 ** 53, -(2 ** 31), 1e308, 0.5, -0]

/** Generates whole numbers, mostly small ones, because they match existing ids. */
export const wholeNumber = ({ minimum = 0, maximum = 2 ** 31 }: { minimum?: number; maximum?: number }) =>
  fc.oneof(
    {
      weight: 12,
      arbitrary: fc.integer({ min: Math.max(0, minimum), max: Math.min(maximum, Math.max(minimum, 0) + 12) }),
    },
    { weight: 1, arbitrary: fc.constantFrom(minimum, minimum - 1, maximum, maximum + 1) },
    { weight: 1, arbitrary: fc.constantFrom(...EDGES) },
  )

export const plainText = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 20 }),
  fc.constantFrom('отчёт', 'Заявка', 'a@b.ru', 'Релиз', '1', '2026-03-02', '<p>да</p>'),
)

export const extremeText = fc.constantFrom(
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\udc00x',
  'a\r\nBcc: b@c.ru',
  '\n\n\n',
  '\u202eабв\u202c',
  '\u200b',
  '\ufeff',
  '\ufffe',
  '\u0008',
  '👩‍👩‍👧‍👦',
  'e\u0301\u0301\u0301',
  'NaN',
  'Infinity',
  '-0',
  '1e309',
  '0x10',
  'null',
  'true',
  '__proto__',
  'constructor',
  'toString',
  "'; drop table users; --",
  '%',
  '_%\\',
  '\\',
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<!--',
  ']]>',
  '&amp;&quot;&#0;',
  '=1+1',
  '@SUM(A1)',
  '../../../etc/passwd',
  'C:\\con',
  '${7*7}',
  '{{7*7}}',
  '{release}',
  '(((((a+)+)+)+)+)$',
  '[[[[[[[[[[',
  '😀'.repeat(200),
  '00000000-0000-0000-0000-000000000000',
  'data:text/html,<script>1</script>',
  'javascript:alert(1)',
)

const MEGABYTE = 1_000_000
export const longText = fc.constantFrom(
  'я'.repeat(3000),
  'a'.repeat(MEGABYTE),
  '<ul><li>'.repeat(20_000),
  '&'.repeat(100_000),
  '<'.repeat(100_000),
  `<p ${'a="b" '.repeat(20_000)}>`,
  ' '.repeat(MEGABYTE),
  '\u0301'.repeat(50_000),
)

/** Returns lists and objects nested to this depth. */
const deep = (levels: number) => {
  let value: unknown = []
  for (let level = 0; level < levels; level += 1) value = level % 2 === 0 ? [value] : { id: value }
  return value
}

export const anything: fc.Arbitrary<unknown> = fc.oneof(
  {
    weight: 20,
    arbitrary: fc.constantFrom<unknown>(
      null,
      true,
      false,
      ...EDGES,
      [],
      {},
      [null],
      [[]],
      { id: 'x' },
      { id: 1, idmod: 1, idcomp: 1 },
      { length: 1 },
      { toString: 1, valueOf: 1 },
      'я'.repeat(3000),
    ),
  },
  { weight: 10, arbitrary: extremeText },
  { weight: 1, arbitrary: fc.constantFrom(deep(50), deep(900)) },
)
