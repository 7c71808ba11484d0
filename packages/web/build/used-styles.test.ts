import { expect, test } from 'vitest'
import { usedClasses, withoutUnused } from './used-styles.ts'

const BUTTON = 'm_77c9d27d'
/** The class of Mantine's slider, which no screen uses. */
const SLIDER = 'm_dd36362e'

test('removes the styles of unused classes, including nested rules', () => {
  const styles = '.m_aaaa{color:red}.m_bbbb{color:red}.m_aaaa .m_bbbb,.m_aaaa:hover{top:0}:root{--a:1}'
  expect(withoutUnused(styles, new Set(['m_aaaa']))).toBe('.m_aaaa{color:red}.m_aaaa:hover{top:0}:root{--a:1}')
})

test('ignores classes that only narrow a selector', () => {
  const styles = '.m_aaaa:not(:has(.m_bbbb)){top:0}'
  expect(withoutUnused(styles, new Set(['m_aaaa']))).toBe(styles)
})

test('keeps the styles of imported components and removes those of others', () => {
  const used = usedClasses()
  expect(used.has(BUTTON)).toBe(true)
  expect(used.has(SLIDER)).toBe(false)
})
