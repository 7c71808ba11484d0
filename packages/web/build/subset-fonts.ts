import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import subsetFont from 'subset-font'
import type { Plugin } from 'vite'

/**
 * Puts the letters that nearly all texts here consist of into small font files of their own. Any other letter comes
 * with the full font file of its alphabet, which the browser fetches only when it is needed.
 */

const FONTS = join(dirname(createRequire(import.meta.url).resolve('@fontsource-variable/golos-text/wght.css')), 'files')
const MADE = join(import.meta.dirname, '../.cache/fonts')

/** From the lightest weight that is used to the one browsers use for bold. */
const WEIGHTS = { min: 400, max: 700 }

/** The letters to extract, in the form of `unicode-range`, by the alphabet whose font file contains them. */
const LETTERS = {
  cyrillic: '401 410-44F 451 2116',
  latin: '20-7E A0 A7 A9 AB AD B0-B1 B7 BB D7 2009 2011 2013-2014 2018-201E 2022 2026 202F 2039-203A 2191 2193 2212',
  // The rouble sign.
  'latin-ext': '20BD',
} as const

type Alphabet = keyof typeof LETTERS

/**
 * Lists the letters of a range of code points.
 * @param range `410-44F` or `401`
 */
function lettersOf(range: string): string {
  const [first = 0, last = first] = range.split('-').map((point) => Number.parseInt(point, 16))
  return Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index)).join('')
}

/**
 * Writes a font file with an alphabet's most frequent letters.
 * @returns the path of the file
 */
async function firstLetters(alphabet: Alphabet): Promise<string> {
  const whole = readFileSync(join(FONTS, `golos-text-${alphabet}-wght-normal.woff2`))
  const letters = LETTERS[alphabet].split(' ').map(lettersOf).join('')
  const file = join(MADE, `golos-text-${alphabet}-first.woff2`)
  const made = await subsetFont(whole, letters, { targetFormat: 'woff2', variationAxes: { wght: WEIGHTS } })
  mkdirSync(MADE, { recursive: true })
  writeFileSync(file, made)
  return file
}

const faceOf = (url: string, alphabet: Alphabet) => `
@font-face {
  font-family: 'Golos Text Variable';
  font-style: normal;
  font-display: swap;
  font-weight: ${WEIGHTS.min} ${WEIGHTS.max};
  src: url(${url}) format('woff2-variations');
  unicode-range: ${LETTERS[alphabet]
    .split(' ')
    .map((range) => `U+${range}`)
    .join(',')};
}`

/**
 * Appends the small font faces to the font's styles, in builds only. When two faces have a letter, browsers take the
 * one declared last.
 */
export const subsetFonts = (): Plugin => ({
  name: 'subset-fonts',
  apply: 'build',
  enforce: 'pre',
  transform: {
    filter: { id: /golos-text\/wght\.css$/ },
    handler: async (styles, id) => {
      const alphabets = Object.keys(LETTERS) as Alphabet[]
      const faces = alphabets.map(async (alphabet) =>
        faceOf(relative(dirname(id), await firstLetters(alphabet)), alphabet),
      )
      return { code: styles + (await Promise.all(faces)).join(''), map: null }
    },
  },
})
