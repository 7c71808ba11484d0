import { HEAD, MAIN, textNode } from './text.ts'

/** The names of a workbook, which its cells refer to by their place: each is written once, however often it occurs. */
export class SharedNames {
  readonly #places = new Map<string, number>()

  /** Draws the cells of ids by their names. */
  drawnBy(names: Record<string, string>): (id: string | number | boolean) => string {
    const drawn = new Map(Object.entries(names).map(([id, name]) => [id, this.#cell(name)]))
    return (id) => drawn.get(String(id)) ?? ''
  }

  #cell(name: string): string {
    if (name === '') return ''
    const place = this.#places.get(name) ?? this.#places.size
    this.#places.set(name, place)
    return ` t="s"><v>${place}</v></c>`
  }

  /** The part of the workbook that lists them, by their places. */
  xml(): string {
    const each = [...this.#places.keys()].map((name) => `<si>${textNode(name)}</si>`)
    return `${HEAD}<sst xmlns="${MAIN}" uniqueCount="${each.length}">${each.join('')}</sst>`
  }
}
