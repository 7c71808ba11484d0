import { decodeName } from '@vypusk/contract'
import type { publications } from '@vypusk/contract'
import { Link } from '@tanstack/react-router'
import { Tag } from '../../ui/Tag.tsx'
import { FileRows } from '../../components/shared/files/FileRows.tsx'
import classes from './PublicationPage.module.css'
import { Receipts } from './Receipts.tsx'
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

/** Who got it; a company that was on the not-publishing list is struck through and says so. */
const Customers = ({
  customers,
  notPublishingList,
}: Pick<publications.PublicationItem, 'customers' | 'notPublishingList'>) => (
  <p className={classes.customers}>
    <span className={quiet.dim}>Компании: </span>
    {customers.map(({ idcomp, namecomp }, n) => (
      <span key={idcomp}>
        {n > 0 && ', '}
        {notPublishingList.includes(idcomp) ? (
          <>
            <s className={quiet.dim}>{decodeName(namecomp)}</s> <span className={quiet.dim}>(не публикуется)</span>
          </>
        ) : (
          decodeName(namecomp)
        )}
      </span>
    ))}
  </p>
)

interface PublicationItemProps {
  publication: number
  item: publications.PublicationItem
  /** The own company is all a client sees, so it is not named. */
  isRivc: boolean
}

/** One release of the publication: what it brought and its files. */
export const PublicationItem = ({ publication, item, isRivc }: PublicationItemProps) => (
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
    {item.files.length > 0 ? <FileRows files={item.files} /> : <p className={quiet.dim}>Файлов нет.</p>}
    <Receipts publication={publication} item={item} isRivc={isRivc} />
  </section>
)
