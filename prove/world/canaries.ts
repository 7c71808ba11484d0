/** Unique words planted in texts, each with the people who may read it. */

/** What decides which words a person may read. `idcomp`: null for the provider's staff, 0 for an anonymous caller. */
export interface Reader {
  key: string
  idcomp: number | null
}

export interface Canary {
  word: string
  /** Where it was planted. */
  where: string
  mayRead: (reader: Reader) => boolean
}

/** Who may read: `staff`; staff and the people of some companies; or only certain people. */
export type Audience = 'staff' | readonly number[] | ((reader: Reader) => boolean)

const readers = (audience: Audience): Canary['mayRead'] => {
  if (typeof audience === 'function') return audience
  if (audience === 'staff') return ({ idcomp }) => idcomp === null
  return ({ idcomp }) => idcomp === null || audience.includes(idcomp)
}

const FIRST = 4001

export class Canaries {
  readonly planted: Canary[] = []

  /** @returns a word to put into a text: letters and digits only, so that neither markup nor line folding splits it */
  plant(where: string, audience: Audience): string {
    const word = `qzj${FIRST + this.planted.length}kx`
    this.planted.push({ word, where, mayRead: readers(audience) })
    return word
  }

  /**
   * Plants a number of minutes for staff that is unlikely to appear elsewhere, also in its form as hours.
   * @returns it
   */
  plantMinutes(where: string, minutes: number): number {
    const hours = `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`
    for (const word of [String(minutes), hours]) this.planted.push({ word, where, mayRead: readers('staff') })
    return minutes
  }

  /** Returns the words in a text that the reader may not read, with the places where they were planted. */
  leaks(reader: Reader, text: string): string[] {
    // Unfold the lines of calendar files and letters.
    const whole = text.replace(/\r?\n[ \t]/g, '')
    return this.planted
      .filter((one) => !one.mayRead(reader) && stands(one.word, whole))
      .map(({ where, word }) => `${where} (${word})`)
  }
}

/** Whether the text contains the word. Numbers must match whole: 31337 is not in 131337. */
const stands = (word: string, text: string) => {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    if (!/^\d/.test(word)) return true
    // Numbers also occur between letters, in call ids.
    const before = word.includes(':') ? /[\w:]/ : /[\w.-]/
    const isWhole = !before.test(text[at - 1] ?? ' ') && !/[\w:]/.test(text[at + word.length] ?? ' ')
    if (isWhole) return true
  }
  return false
}
