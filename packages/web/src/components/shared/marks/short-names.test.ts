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
