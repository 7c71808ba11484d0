import { expect, it } from 'vitest'
import { inParagraphs } from './paragraphs.ts'

it('makes paragraphs of lines and escapes special characters', () => {
  expect(inParagraphs('раз & <два>\nтри')).toBe('<p>раз &amp; &lt;два&gt;</p><p>три</p>')
})
