import { expect, test } from 'vitest'
import { usedClasses, withoutUnused } from './used-styles.ts'

const BUTTON = 'm_77c9d27d'
/** The class of Mantine's slider, which no screen uses. */
const SLIDER = 'm_dd36362e'

test('styles of classes that nobody uses go, with all that stands below them', () => {
  const styles = '.m_aaaa{color:red}.m_bbbb{color:red}.m_aaaa .m_bbbb,.m_aaaa:hover{top:0}:root{--a:1}'
  expect(withoutUnused(styles, new Set(['m_aaaa']))).toBe('.m_aaaa{color:red}.m_aaaa:hover{top:0}:root{--a:1}')
})

test('what only narrows a selector does not count', () => {
  const styles = '.m_aaaa:not(:has(.m_bbbb)){top:0}'
  expect(withoutUnused(styles, new Set(['m_aaaa']))).toBe(styles)
})

test('a component that a screen imports keeps its styles, and one that none does loses them', () => {
  const used = usedClasses()
  expect(used.has(BUTTON)).toBe(true)
  expect(used.has(SLIDER)).toBe(false)
})
