import { decodeName } from '@vypusk/contract'
import type { publications } from '@vypusk/contract'
import { useCompanyNames } from '../../components/shared/marks/CompanyName.tsx'
import type { DataColumn } from '../../components/kit/data-table/types.ts'
import { formatMoment } from '../../ui/dates.ts'
import { Tag } from '../../ui/Tag.tsx'
import { formatSize } from '../../ui/size.ts'
import { DeliveryMark } from './DeliveryMark.tsx'
import classes from './columns.module.css'
import { filesCount } from './texts.ts'
import quiet from '../../ui/quiet.module.css'

type Column = DataColumn<publications.PublicationRow>

/** Names in one line; all of them are in the tooltip. */
const Names = ({ names, whole = names }: { names: readonly string[]; whole?: readonly string[] }) => (
  <span className={quiet.dim} title={whole.join(', ')}>
    {names.length > 1 && <span className={classes.count}>{names.length} · </span>}
    {names.join(', ') || '–'}
  </span>
)

function Customers({ customers }: Pick<publications.PublicationRow, 'customers'>) {
  const nameOf = useCompanyNames()
  return <Names names={customers.map(nameOf)} whole={customers.map(({ namecomp }) => decodeName(namecomp))} />
}

const id: Column = {
  id: 'id',
  title: '№',
  width: 64,
  sort: true,
  required: true,
  phone: 'line',
  cell: (row) => <span className={quiet.dim}>{row.id}</span>,
}
const created: Column = {
  id: 'created_at',
  title: 'Опубликовано',
  width: 134,
  sort: true,
  phone: 'line',
  cell: (row) => <span className={quiet.dim}>{formatMoment(row.created_at)}</span>,
}
const release: Column = {
  id: 'release',
  title: 'Релизы',
  width: 260,
  grow: true,
  sort: true,
  required: true,
  phone: 'title',
  cell: ({ releases, is_withdrawn }) => {
    const titles = releases.map(({ title }) => title).join(', ')
    return (
      <span title={titles}>
        {is_withdrawn && <Tag tone="red">отозвана</Tag>} {titles}
      </span>
    )
  },
}
const modules: Column = {
  id: 'modules',
  title: 'Модули',
  width: 150,
  cell: (row) => <Names names={row.modules.map(({ namemod }) => namemod)} />,
}
const companies: Column = {
  id: 'customers',
  title: 'Компании',
  width: 176,
  cell: ({ customers }) => <Customers customers={customers} />,
}
const filesNumber: Column = {
  id: 'files_count',
  title: 'Файлы',
  width: 66,
  align: 'end',
  sort: true,
  cell: (row) => row.files_count || <span className={quiet.dim}>–</span>,
}
const filesSize: Column = {
  id: 'files_size',
  title: 'Объём',
  width: 78,
  align: 'end',
  sort: true,
  cell: (row) => <span className={quiet.dim}>{row.files_size ? formatSize(row.files_size) : '–'}</span>,
}
const letters: Column = {
  id: 'deliveries',
  title: 'Доставка',
  width: 136,
  phone: 'line',
  cell: ({ deliveries }) => <DeliveryMark {...deliveries} />,
}
const author: Column = {
  id: 'author',
  title: 'Автор',
  width: 150,
  sort: true,
  cell: (row) => <span className={quiet.dim}>{row.author.name}</span>,
}
const filesOnPhone: Column = {
  ...filesNumber,
  phone: 'line',
  cell: (row) => <span className={quiet.dim}>{row.files_count ? filesCount(row.files_count) : 'без файлов'}</span>,
  width: 92,
}

export const staffColumns: Column[] = [
  id,
  release,
  created,
  companies,
  modules,
  filesNumber,
  filesSize,
  letters,
  author,
]

/** What a client sees: what it got itself, but not the other companies or the letters. */
export const clientColumns: Column[] = [id, release, created, modules, filesOnPhone, filesSize, author]
