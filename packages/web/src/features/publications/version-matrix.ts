import { type Company, type versions } from '@vypusk/contract'
import { fullNames } from '../../components/shared/marks/full-names.ts'
import { behindInWords } from './texts.ts'

/** The sizes that the rows and columns of the versions have when only a part of them is drawn. */

/** The width of a column, in pixels. */
export const COLUMN = 240

/** Heights in pixels: the space around a row, a line of each size, and a mark. */
const ROW = { around: 13, line: 19, note: 18, mark: 23 } as const
/** How many letters are sure to have room in a line, and the most lines that are shown of anything. */
const ROOM = { name: 22, version: 24, note: 27, lines: 3 } as const

/** The key of a cell. */
export const placeOf = (idcomp: number, idmod: number): string => `${idcomp}.${idmod}`

const linesOf = (text: string, room: number): number => Math.min(ROOM.lines, Math.max(1, Math.ceil(text.length / room)))

const nameOf = ({ version, release }: Pick<versions.HandedVersion, 'version' | 'release'>) => version || release.title

function cellHeight(cell: versions.ModuleVersion): number {
  const { withdrawn, behind, latest } = cell
  const note = behind > 0 && latest ? `${behindInWords(behind)}, передана ${nameOf(latest)}` : ''
  return (
    linesOf(nameOf(cell), ROOM.version) * ROW.line +
    ROW.note +
    (withdrawn ? ROW.mark : 0) +
    (note ? linesOf(note, ROOM.note) * ROW.note : 0)
  )
}

/** The heights of the rows, in which everything that is shown has room. */
export function rowHeights(companies: readonly Company[], cells: readonly versions.ModuleVersion[]): number[] {
  const tallest = new Map<number, number>()
  for (const cell of cells) tallest.set(cell.idcomp, Math.max(tallest.get(cell.idcomp) ?? 0, cellHeight(cell)))
  const fullName = fullNames(companies)
  return companies.map((company) => {
    const name = linesOf(fullName(company), ROOM.name) * ROW.line
    return ROW.around + Math.max(name, tallest.get(company.idcomp) ?? 0)
  })
}

/** Heights in pixels of what a company's part of the list usually has: its name, and a version. */
const SECTION = { head: 40, version: 54 } as const

/** The heights that the companies of a list are counted with until they are drawn. */
export function sectionHeights(companies: readonly Company[], cells: readonly versions.ModuleVersion[]): number[] {
  const lines = Map.groupBy(cells, ({ idcomp }) => idcomp)
  return companies.map(({ idcomp }) => SECTION.head + (lines.get(idcomp)?.length ?? 0) * SECTION.version)
}
