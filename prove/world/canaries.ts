/** Words that stand nowhere but where they were planted, and who may read each. */

/** A person as far as reading goes: `idcomp` null is the provider's staff, 0 nobody. */
export interface Reader {
  key: string
  idcomp: number | null
}

export interface Canary {
  word: string
  /** What it is and where it stands. */
  where: string
  mayRead: (reader: Reader) => boolean
}

/** Who may read: `staff`, the people of some companies beside staff, or named people alone. */
export type Audience = 'staff' | readonly number[] | ((reader: Reader) => boolean)

const readers = (audience: Audience): Canary['mayRead'] => {
  if (typeof audience === 'function') return audience
  if (audience === 'staff') return ({ idcomp }) => idcomp === null
  return ({ idcomp }) => idcomp === null || audience.includes(idcomp)
}

const FIRST = 4001

export class Canaries {
  readonly planted: Canary[] = []

  /** @returns a word to stand in a text; ten letters and digits that no markup and no line folding parts by itself */
  plant(where: string, audience: Audience): string {
    const word = `qzj${FIRST + this.planted.length}kx`
    this.planted.push({ word, where, mayRead: readers(audience) })
    return word
  }

  /** @returns a number of minutes, staff's, that hardly stands anywhere by itself, as it is and as hours */
  plantMinutes(where: string, minutes: number): number {
    const hours = `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`
    for (const word of [String(minutes), hours]) this.planted.push({ word, where, mayRead: readers('staff') })
    return minutes
  }

  /** What a reader finds in a text and may not know, by where it was planted. */
  leaks(reader: Reader, text: string): string[] {
    // Lines of calendar files and letters are folded.
    const whole = text.replace(/\r?\n[ \t]/g, '')
    return this.planted
      .filter((one) => !one.mayRead(reader) && stands(one.word, whole))
      .map(({ where, word }) => `${where} (${word})`)
  }
}

/** Numbers are looked for as whole numbers: 31337 is not in 131337. */
const stands = (word: string, text: string) => {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    if (!/^\d/.test(word)) return true
    // In ids of calls numbers stand among letters.
    const before = word.includes(':') ? /[\w:]/ : /[\w.-]/
    const isWhole = !before.test(text[at - 1] ?? ' ') && !/[\w:]/.test(text[at + word.length] ?? ' ')
    if (isWhole) return true
  }
  return false
}
