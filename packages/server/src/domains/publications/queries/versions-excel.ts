import { versions } from '@vypusk/contract'
import type { Company } from '@vypusk/contract'
import type { Call } from '../../../platform/call.ts'
import type { ExcelColumn } from '../../../platform/documents/excel/xml.ts'
import { excelName, excelReply, whole } from '../../../platform/documents/excel.ts'
import type { StreamReply } from '../../../platform/reply.ts'
import { namesApart, type NamesApart } from '../../catalog/port.ts'
import { versionsMap } from './versions.ts'

interface Row extends versions.ModuleVersion {
  company: Company
  module: versions.VersionModule
}

const columns = (publicUrl: string, called: NamesApart): ExcelColumn<Row>[] => [
  { title: 'Компания', width: 36, cell: ({ company }) => called.company(company) },
  { title: 'Система', width: 24, cell: ({ module }) => module.system },
  { title: 'Модуль', width: 24, cell: ({ module }) => module.namemod },
  { title: 'Версия', width: 14, cell: ({ version }) => version },
  { title: 'Релиз', width: 36, cell: ({ release }) => release.title },
  {
    title: 'Публикация',
    width: 12,
    cell: ({ publication_id }) => ({ number: publication_id, href: `${publicUrl}/publication/${publication_id}` }),
  },
  { title: 'Откуда известно', width: 16, cell: ({ known }) => versions.knownNames[known] },
  { title: 'Отозвана', width: 10, cell: ({ withdrawn }) => (withdrawn ? 'да' : '') },
  { title: 'С какого времени', width: 22, cell: ({ at }) => ({ moment: at }) },
  { title: 'Отстаёт на', width: 11, cell: ({ behind }) => behind },
  { title: 'Последняя переданная', width: 14, cell: ({ latest }) => latest?.version ?? '' },
  { title: 'Её релиз', width: 36, cell: ({ latest }) => latest?.release.title ?? '' },
  { title: 'Передана', width: 22, cell: ({ latest }) => (latest ? { moment: latest.at } : '') },
]

/** Exports the map of versions to a workbook: by company, then by module. */
export async function versionsExcel({ deps, person, query }: Call<typeof versions.excel>): Promise<StreamReply> {
  const map = await versionsMap(deps.db, person, query)
  const byPlace = new Map(map.versions.map((version) => [`${version.idcomp}.${version.idmod}`, version]))
  const rows = map.companies.flatMap((company) =>
    map.modules.flatMap((module) => {
      const version = byPlace.get(`${company.idcomp}.${module.idmod}`)
      return version ? [{ ...version, company, module }] : []
    }),
  )
  const table = {
    name: 'Версии',
    columns: columns(deps.settings.publicUrl, await namesApart(deps.db)),
    parts: whole(rows),
  }
  return excelReply(excelName('versions', {}), table, async () => rows.length)
}
