import { HEAD, MAIN, textNode } from './text.ts'

/** The names of a workbook, which its cells refer to by their place: each is written once, however often it occurs. */
export class SharedNames {
  readonly #places = new Map<string, number>()

  /** Returns the cell with a name, without its reference. */
  cell(name: string): string {
    if (name === '') return ''
    const place = this.#places.get(name) ?? this.#places.size
    this.#places.set(name, place)
    return ` t="s"><v>${place}</v></c>`
  }

  /** Draws values by the words for them; the keys are the values as text. */
  wordsBy(words: Record<string, string>): (value: string | number | boolean) => string {
    const drawn = new Map(Object.entries(words).map(([value, word]) => [value, this.cell(word)]))
    return (value) => drawn.get(String(value)) ?? ''
  }

  /** Creates the names of a column of ids, which become known part by part. */
  named(): NamedIds {
    return new NamedIds(this)
  }

  /** The part of the workbook that lists them, by their places. */
  xml(): string {
    const each = [...this.#places.keys()].map((name) => `<si>${textNode(name)}</si>`)
    return `${HEAD}<sst xmlns="${MAIN}" uniqueCount="${each.length}">${each.join('')}</sst>`
  }
}

/** The cells of a column of ids. */
class NamedIds {
  readonly #shared: SharedNames
  readonly #cells = new Map<number, string>()

  constructor(shared: SharedNames) {
    this.#shared = shared
  }

  /**
   * Learns more names.
   * @returns draws the cells of all ids named so far
   */
  drawnWith(more: [id: number, name: string][]): (id: number) => string {
    for (const [id, name] of more) this.#cells.set(id, this.#shared.cell(name))
    return (id) => this.#cells.get(id) ?? ''
  }
}
