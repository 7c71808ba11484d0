/** A seeded source of random values: the same seed gives the same data on every machine. */
export interface Random {
  /** 0 ≤ x < 1. */
  next(): number
  /** An integer between the two, both included. */
  int(from: number, to: number): number
  chance(probability: number): boolean
  pick<T>(list: readonly T[]): T
  /** A choice by weight: `[value, weight]`; weights need not add up to one. */
  weighted<T>(table: readonly (readonly [T, number])[]): T
  /** The same for many choices from a long table: its weights are added up only once. */
  chooser<T>(table: readonly (readonly [T, number])[]): () => T
  /** `count` different members in the list's own order; all of them when there are fewer. */
  some<T>(list: readonly T[], count: number): T[]
  /** Pseudo-random bytes, never for secrets. */
  bytes(count: number): Uint8Array
  /** A UUID with the format of version 4. */
  uuid(): string
  /** A separate source, so that changes in one part do not shift the values of another. */
  fork(name: string): Random
}

export function randomFrom(seed: string): Random {
  const next = sfc32(seed)
  const int = (from: number, to: number) => from + Math.floor(next() * (to - from + 1))
  const pick = <T>(list: readonly T[]): T => {
    const found = list[Math.floor(next() * list.length)]
    if (found === undefined) throw new Error('nothing to pick from')
    return found
  }
  const bytes = (count: number) => Uint8Array.from({ length: count }, () => int(0, 255))
  return {
    next,
    int,
    chance: (probability) => next() < probability,
    pick,
    weighted: (table) => weightedBy(table, sumOf(table), next()),
    chooser: (table) => {
      const sum = sumOf(table)
      return () => weightedBy(table, sum, next())
    },
    some: (list, count) => {
      const chosen = new Set<number>()
      while (chosen.size < Math.min(count, list.length)) chosen.add(int(0, list.length - 1))
      return list.filter((_, index) => chosen.has(index))
    },
    bytes,
    uuid: () => uuidOf(bytes(16)),
    fork: (name) => randomFrom(`${seed}/${name}`),
  }
}

const sumOf = (table: readonly (readonly [unknown, number])[]) => table.reduce((sum, [, weight]) => sum + weight, 0)

function weightedBy<T>(table: readonly (readonly [T, number])[], sum: number, position: number): T {
  const last = table.at(-1)
  if (!last) throw new Error('nothing to choose from')
  let left = position * sum
  for (const [value, weight] of table) {
    left -= weight
    if (left < 0) return value
  }
  return last[0]
}

/** Chris Doty-Humphrey's Small Fast Counter, 32 bits. */
function sfc32(seed: string): () => number {
  let [a, b, c, d] = [hash(seed, 1), hash(seed, 2), hash(seed, 3), 1]
  const next = () => {
    const sum = (((a + b) | 0) + d) | 0
    d = (d + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = (((c << 21) | (c >>> 11)) + sum) | 0
    return (sum >>> 0) / 0x1_0000_0000
  }
  for (let round = 0; round < 16; round++) next()
  return next
}

/** FNV-1a of the seed's text. */
function hash(text: string, salt: number): number {
  let value = 0x811c9dc5 ^ salt
  for (const letter of text) value = Math.imul(value ^ (letter.codePointAt(0) ?? 0), 0x01000193)
  return value | 0
}

function uuidOf(bytes: Uint8Array): string {
  const shaped = bytes.map((byte, index) =>
    index === 6 ? (byte & 0x0f) | 0x40 : index === 8 ? (byte & 0x3f) | 0x80 : byte,
  )
  const hex = Buffer.from(shaped).toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}
