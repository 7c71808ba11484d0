import type { versions } from '@vypusk/contract'

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1)

const version = (idcomp: number, idmod: number): versions.ModuleVersion => ({
  idcomp,
  idmod,
  publication_id: 5,
  release: { id: 8, title: 'Релиз 2026.3' },
  version: `4.${idcomp}.${idmod}`,
  at: '2026-03-05T09:00:00.000Z',
  known: 'fetched',
  withdrawn: false,
  behind: 0,
  latest: null,
})

/** Companies that all have a version of every module: module 2 of company 1 is «4.1.2». */
export const versionMap = (companies: number, modules: number) => ({
  companies: numbers(companies).map((idcomp) => ({ idcomp, namecomp: `Компания ${idcomp}` })),
  modules: numbers(modules).map((idmod) => ({ idmod, namemod: `Модуль ${idmod}`, idsys: 1, system: '', newest: null })),
  versions: numbers(companies).flatMap((idcomp) => numbers(modules).map((idmod) => version(idcomp, idmod))),
})
