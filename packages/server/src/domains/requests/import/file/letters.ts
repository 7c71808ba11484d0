/** The single-byte encodings that Russian files use. */
export type Cyrillic = 'Windows-1251' | 'CP866' | 'KOI8-R'

const ENCODINGS: Cyrillic[] = ['Windows-1251', 'CP866', 'KOI8-R']

/** How often letters occur in Russian text, out of ten thousand. */
const TABLE =
  'о1097 е845 а801 и735 н670 т626 с547 р473 в454 л440 к349 м321 д298 ' +
  'п281 у262 я201 ы190 ь174 г170 з165 б159 ч144 й121 х97 ж94 ш73 ' +
  'ю64 ц48 щ36 э32 ф26 ъ4 ё4'
const OFTEN: Record<string, number> = Object.fromEntries(
  TABLE.split(' ').map((one) => [one.charAt(0), Number(one.slice(1))]),
)
const WHOLE = 10_000
/** The likelihood of signs that are common in tables: «», №, a dash. */
const SIGN = Math.log(20 / WHOLE)
const SIGNS = new Set('«»№–—„“”’…°±§·\u00a0')
/** The likelihood of anything else beyond ASCII: box drawing, letters of other alphabets. */
const NEVER = Math.log(0.5 / WHOLE)
/** The penalty for a capital inside a word: a wrong encoding swaps capitals and small letters. */
const TURNED = -4

function likelihoodOf(text: string): number {
  let [sum, before] = [0, '']
  for (const letter of text) {
    if (letter > '\u007f') {
      const small = letter.toLowerCase()
      const often = OFTEN[small]
      const isTurned = often !== undefined && letter !== small && OFTEN[before] !== undefined
      sum += often === undefined ? (SIGNS.has(letter) ? SIGN : NEVER) : Math.log(often / WHOLE)
      sum += isTurned ? TURNED : 0
    }
    before = letter
  }
  return sum
}

/** The encoding in which the bytes look most like Russian. */
export function likeliestOf(textIn: (encoding: Cyrillic) => string): Cyrillic {
  const read = ENCODINGS.map((encoding) => ({ encoding, likelihood: likelihoodOf(textIn(encoding)) }))
  return read.toSorted((a, b) => b.likelihood - a.likelihood)[0]?.encoding ?? 'Windows-1251'
}
