import { settingNames } from '../settings.ts'

/** Variables of Node.js, npm and the C library, which are meant even if they resemble a setting's name. */
const OTHERS = new Set(['NODE_ENV', 'TZ', 'HOME', 'HOSTNAME', 'HOSTTYPE', 'OLDPWD'])
const SHORT = 5

const at = (row: readonly number[], place: number) => row[place] ?? Infinity

/** The number of letters to insert, delete, replace or swap with the next one to turn one text into the other. */
function distance(one: string, other: string): number {
  const first = Array.from({ length: other.length + 1 }, (_, place) => place)
  const rows = [first]
  for (let i = 1; i <= one.length; i += 1) {
    const [above = first, before = []] = rows.toReversed()
    const row = [i]
    for (let j = 1; j <= other.length; j += 1) {
      const change = at(above, j - 1) + (one[i - 1] === other[j - 1] ? 0 : 1)
      const isSwap = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]
      row.push(Math.min(at(above, j) + 1, at(row, j - 1) + 1, change, isSwap ? at(before, j - 2) + 1 : Infinity))
    }
    rows.push(row)
  }
  return at(rows.at(-1) ?? first, other.length)
}

const isNear = (name: string, setting: string) =>
  setting.length > SHORT && distance(name, setting) <= (setting.length > 2 * SHORT ? 2 : 1)

/**
 * Sentences about variables whose names are almost those of settings: nothing reads them, contrary to what was
 * intended.
 */
export function misspelled(env: Record<string, string | undefined>): string[] {
  const unknown = Object.keys(env).filter((name) => env[name] && !settingNames.includes(name) && !OTHERS.has(name))
  return unknown.flatMap((name) => {
    const meant = settingNames.find((setting) => isNear(name.toUpperCase(), setting))
    return meant ? [`Переменная ${name} ни на что не влияет. Возможно, имелась в виду ${meant}`] : []
  })
}
