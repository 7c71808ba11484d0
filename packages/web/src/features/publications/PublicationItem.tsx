import type { publications } from '@vypusk/contract'
import { Link } from '@tanstack/react-router'
import { companiesCount } from '../../components/shared/company/texts.ts'
import { Tag } from '../../ui/Tag.tsx'
import { DossierButton } from '../../components/shared/dossier/DossierButton.tsx'
import { FileRows } from '../../components/shared/files/FileRows.tsx'
import { fullNames, useFullNames } from '../../components/shared/marks/full-names.ts'
import { FileCheck } from './checking/FileCheck.tsx'
import classes from './PublicationPage.module.css'
import { Receipts } from './receipts/Receipts.tsx'
import quiet from '../../ui/quiet.module.css'

const Modules = ({ modules }: Pick<publications.PublicationItem, 'modules'>) => (
  <div className={classes.tags} role="group" aria-label="Модули">
    {modules.map(({ idmod, namemod, system }) => (
      <span key={idmod} title={system}>
        <Tag tone="grey">{namemod}</Tag>
      </span>
    ))}
  </div>
)

const NAMED = 3

/** «кому: Порт, Авиа», «модуль Причалы, кому: Порт и ещё 4»; undefined when it was not set whom files are for. */
export function packageNote(
  { packages, modules, customers }: Pick<publications.PublicationItem, 'packages' | 'modules' | 'customers'>,
  file: number,
): string | undefined {
  const packageOfFile = packages?.find(({ file_id }) => file_id === file)
  if (!packageOfFile) return undefined
  const of = modules.filter(({ idmod }) => packageOfFile.modules.includes(idmod)).map(({ namemod }) => namemod)
  const names = customers.filter(({ idcomp }) => packageOfFile.companies.includes(idcomp)).map(fullNames(customers))
  const rest = names.length > NAMED ? ` и ещё ${names.length - NAMED}` : ''
  const whom = names.length === customers.length ? 'всем' : `кому: ${names.slice(0, NAMED).join(', ')}${rest}`
  return [...(of.length > 0 ? [`${of.length === 1 ? 'модуль' : 'модули'} ${of.join(', ')}`] : []), whom].join(', ')
}

type Reached = Pick<publications.PublicationItem, 'customers' | 'notPublishingList'>

function Names({ customers, notPublishingList }: Reached) {
  const nameOf = useFullNames(customers)
  return customers.map((company, n) => (
    <span key={company.idcomp}>
      {n > 0 && ', '}
      {notPublishingList.includes(company.idcomp) ? (
        <>
          <s className={quiet.dim}>{nameOf(company)}</s> <span className={quiet.dim}>(не публикуется)</span>
        </>
      ) : (
        nameOf(company)
      )}
    </span>
  ))
}

/** As many names as one reads at a glance; the state at each company is shown below the releases. */
const FEW = 10

/** The companies that got it; those that were on the not-publishing list are struck through and marked. */
function Customers({ customers, notPublishingList }: Reached) {
  const names = <Names customers={customers} notPublishingList={notPublishingList} />
  if (customers.length <= FEW)
    return (
      <p className={classes.customers}>
        <span className={quiet.dim}>Компании: </span>
        {names}
      </p>
    )
  const without = customers.filter(({ idcomp }) => notPublishingList.includes(idcomp)).length
  return (
    <details className={classes.customers}>
      <summary>
        {companiesCount(customers.length)}
        {without > 0 && `, из них не публикуется: ${without}`}
      </summary>
      {names}
    </details>
  )
}

interface PublicationItemProps {
  publication: number
  item: publications.PublicationItem
  /** Clients see only their own company, so it is not named for them. */
  isRivc: boolean
  /** The publication was withdrawn, so clients can no longer download its files. */
  isWithdrawn: boolean
}

/** The files, with the companies they are for unless that is shown for each file. */
const Files = ({ publication, item, isRivc, isWithdrawn }: PublicationItemProps) => (
  <>
    {isRivc && item.packages === null && item.files.length > 0 && item.customers.length > 1 && (
      <p className={quiet.dim}>Каждый файл передан всем компаниям.</p>
    )}
    {item.files.length > 0 ? (
      <FileRows
        files={item.files}
        isShownOnly={isWithdrawn && !isRivc}
        noteOf={({ id }) => packageNote(item, id)}
        renderBelow={(file) => <FileCheck publication={publication} file={file} />}
      />
    ) : (
      <p className={quiet.dim}>Файлов нет.</p>
    )}
  </>
)

/** One release of the publication: its modules and its files. */
export const PublicationItem = ({ publication, item, isRivc, isWithdrawn }: PublicationItemProps) => (
  <section className={classes.item} aria-labelledby={`item-${item.idx}`}>
    <h2 id={`item-${item.idx}`} className={classes.itemTitle}>
      <Link to="/releases/$releaseID" params={{ releaseID: String(item.release.id) }}>
        {item.release.title}
      </Link>
    </h2>
    {item.modules.length > 0 && <Modules modules={item.modules} />}
    {isRivc && <Customers customers={item.customers} notPublishingList={item.notPublishingList} />}
    {item.reason && (
      <p className={classes.reason}>
        <Tag tone="amber">Опубликован до готовности</Tag> {item.reason}
      </p>
    )}
    <Files publication={publication} item={item} isRivc={isRivc} isWithdrawn={isWithdrawn} />
    <p>
      <DossierButton release_id={item.release.id} size="compact-sm" />
    </p>
    {!isRivc && (!isWithdrawn || item.receipts.length > 0) && (
      <Receipts publication={publication} item={item} isRivc={false} />
    )}
  </section>
)
