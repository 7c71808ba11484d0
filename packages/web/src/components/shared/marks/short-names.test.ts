import { expect, test } from 'vitest'
import { shortNames } from './short-names.ts'

test('shortens company names only as far as they stay distinct', () => {
  const companies = [
    { idcomp: 1, namecomp: 'АО &quot;Северный порт&quot;' },
    { idcomp: 2, namecomp: 'ООО «Мир»' },
    { idcomp: 3, namecomp: 'АО «Мир»' },
    { idcomp: 4, namecomp: 'ИП Иванов' },
  ]
  expect([...shortNames(companies).values()]).toEqual(['Северный порт', 'ООО «Мир»', 'АО «Мир»', 'ИП Иванов'])
})

test('tells a hidden company from the one that has its name now', () => {
  const companies = [
    { idcomp: 1, namecomp: 'ООО «Мир»' },
    { idcomp: 7, namecomp: 'ООО «Мир»' },
    { idcomp: 3, namecomp: 'АО «Мир»' },
    { idcomp: 4, namecomp: 'АО «Порт»' },
    { idcomp: 5, namecomp: 'АО «Порт»' },
  ]
  expect([...shortNames(companies).values()]).toEqual([
    'ООО «Мир» (№ 1)',
    'ООО «Мир» (№ 7)',
    'АО «Мир»',
    'Порт (№ 4)',
    'Порт (№ 5)',
  ])
})
