import { expect, test } from 'vitest'
import { companyNaming } from './choices.ts'

const port = { idcomp: 8, namecomp: 'Порт' }
const yard = { idcomp: 10, namecomp: 'Верфь &quot;Юг&quot;' }

test.each([
  ['one that is offered', 8, 'Порт'],
  ['a hidden one of the thing', 10, 'Верфь "Юг" (скрыта)'],
  ['one that was hidden meanwhile, whose name nothing has', 11, '№ 11 (скрыта)'],
  ['none', null, '–'],
])('names %s', (_, id, name) => {
  expect(companyNaming([port], [null, undefined, yard])(id)).toBe(name)
})

test('calls nothing hidden before the companies are loaded', () => {
  expect(companyNaming(undefined, [yard])(10)).toBe('Верфь "Юг"')
})
