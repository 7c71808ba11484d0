import { expect, test } from 'vitest'
import { unstorableIn } from './unstorable.ts'

test.each([
  [{ title: 'а\u0000б', comment: 'да' }, ['title']],
  [{ title: 'Релиз \ud83d' }, ['title']],
  [{ title: '\udc00' }, ['title']],
  [{ list: [{ text: 'да' }, { text: '\u0000' }] }, ['list.1.text']],
  [{ pageSettings: { '\u0000': 1, b: '\ud800' } }, ['pageSettings', 'pageSettings.b']],
  ['\u0000', ['']],
  [{ title: 'Релиз 👩‍👩‍👧 \u0001\u202e', ids: [1, 2], none: null, not: undefined }, []],
])('%#: texts that cannot be stored are named', (value, places) => expect(unstorableIn(value)).toEqual(places))
