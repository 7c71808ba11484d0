import { describe, expect, test, vi } from 'vitest'
import { customersByFile, hasPackages, packageProblems, packagesIn, packagesOf, setsOf } from './packages.ts'

const [PORT, AVIA, PIER] = [1, 2, 3]
const [CARS, SHIPS] = [5, 6]
const uses = new Map([
  [PORT, new Set([CARS, SHIPS])],
  [AVIA, new Set([CARS])],
])
const draftPackage = (file_id: number, modules: number[] = [], companies: number[] = []) => ({
  file_id,
  modules,
  companies,
})
const item = (...packages: ReturnType<typeof draftPackage>[]) => ({
  files: [20, 21],
  modules: [CARS, SHIPS],
  customers: [PORT, AVIA, PIER],
  packages,
})

describe('packagesOf', () => {
  test.each([
    ['without a line of their own', item(), [20, 21], [20, 21], [20, 21]],
    ['of a module', item(draftPackage(21, [SHIPS])), [20, 21], [20], [20]],
    ['of two modules', item(draftPackage(21, [SHIPS, CARS])), [20, 21], [20, 21], [20]],
    ['for a company', item(draftPackage(20, [], [AVIA])), [21], [20, 21], [21]],
    ['of a module and for a company', item(draftPackage(20, [SHIPS], [PORT, AVIA])), [20, 21], [21], [21]],
  ])('files %s', (_, input, port, avia, pier) => {
    expect([PORT, AVIA, PIER].map(packagesOf(input, uses))).toEqual([port, avia, pier])
  })
})

test('a line that names neither modules nor companies has no effect', () => {
  expect([
    hasPackages(item()),
    hasPackages(item(draftPackage(20))),
    hasPackages(item(draftPackage(20, [CARS]))),
  ]).toEqual([false, false, true])
})

test.each([
  ['a file of another release', item(draftPackage(99, [CARS])), 'Файла нет среди файлов релиза: 99'],
  ['a file named twice', item(draftPackage(20, [CARS]), draftPackage(20)), 'Файл указан дважды: a.zip'],
  ['a module that is not in the publication', item(draftPackage(20, [7, CARS])), 'Модуля 7 нет в публикации: a.zip'],
  ['a company that gets nothing', item(draftPackage(20, [], [PORT, 9])), 'Компания 9 не получает релиз: a.zip'],
  ['a file that nobody gets', item(draftPackage(20, [SHIPS], [AVIA])), 'Файл не достаётся никому: a.zip'],
])('%s is refused', (_, input, sentence) => {
  expect(packageProblems(input, uses, () => 'a.zip')).toEqual([sentence])
})

test('companies grouped by what they get, the largest set first', () => {
  const options = item(draftPackage(20, [CARS]), draftPackage(21, [SHIPS]))
  expect(setsOf([PIER, AVIA, PORT], packagesOf(options, uses))).toEqual([
    { companies: [PORT], files: [20, 21] },
    { companies: [AVIA], files: [20] },
    { companies: [PIER], files: [] },
  ])
})

test('the customers of each file', () => {
  const restricted = item(draftPackage(20, [CARS]), draftPackage(21, [], [PIER]))
  expect([...customersByFile(restricted, uses)]).toEqual([
    [20, [PORT, AVIA]],
    [21, [PIER]],
  ])
  expect(packagesIn(restricted, uses)).toEqual([
    { file_id: 20, modules: [CARS], companies: [PORT, AVIA] },
    { file_id: 21, modules: [], companies: [PIER] },
  ])
})

test.each([
  ['errors', (many: ReturnType<typeof item>, counted: typeof uses) => packageProblems(many, counted, String)],
  ['customers', packagesIn],
])('the %s of many files and companies look at each pair once', (_, run) => {
  const ids = Array.from({ length: 40 }, (__, index) => index + 1)
  const modulesOf = new Map(ids.map((idcomp) => [idcomp, new Set([CARS])]))
  const looking = vi.spyOn(modulesOf, 'get')
  const many = { ...item(...ids.map((id) => draftPackage(id, [CARS]))), files: ids, customers: ids }
  run(many, modulesOf)
  expect(looking).toHaveBeenCalledTimes(ids.length * ids.length)
})
