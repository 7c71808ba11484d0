import { Button, Skeleton, Stack } from '@mantine/core'
import type { Contact, Delivery, publications } from '@vypusk/contract'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useUser } from '../../api/account.ts'
import { sentenceOf } from '../../api/api-error.ts'
import { TableState } from '../../components/kit/data-table/states.tsx'
import { Deliveries } from '../../components/shared/deliveries/Deliveries.tsx'
import { History } from '../../components/shared/history/History.tsx'
import { BackLink } from '../../components/kit/link/RouteLinks.tsx'
import { Page } from '../../components/shared/page/Page.tsx'
import { paths } from '../../paths.ts'
import { formatMoment } from '../../ui/dates.ts'
import { Section } from '../../ui/Section.tsx'
import { publicationQuery } from './api.ts'
import { Copies } from './Copies.tsx'
import { DocumentActions } from './DocumentActions.tsx'
import { CompanyReceipts } from './receipts/CompanyReceipts.tsx'
import { Downloads } from './Downloads.tsx'
import classes from './PublicationPage.module.css'
import { PublicationItem } from './PublicationItem.tsx'
import { PublicationStatus } from './PublicationStatus.tsx'
import { Recipients } from './Recipients.tsx'
import { filesCount } from './texts.ts'

type Publication = publications.Publication

const Back = () => <BackLink to={paths.publications}>Публикации</BackLink>

const filesOf = ({ list }: Publication) => list.reduce((sum, { files }) => sum + files.length, 0)

/** What was handed over. */
const Main = ({ publication, isRivc }: { publication: Publication; isRivc: boolean }) => (
  <div className={classes.main} data-place="publication">
    <PublicationStatus publication={publication} />
    {publication.text && <p className={classes.text}>{publication.text}</p>}
    {publication.list.map((item) => (
      <PublicationItem
        key={item.idx}
        publication={publication.id}
        item={item}
        isRivc={isRivc}
        isWithdrawn={publication.withdrawn !== null}
      />
    ))}
    {isRivc && <CompanyReceipts publication={publication} />}
    {isRivc && filesOf(publication) > 0 && <Downloads publication={publication} />}
    {publication.history.length > 0 && (
      <Section title="История" aside={publication.history.length}>
        <History changes={publication.history} />
      </Section>
    )}
  </div>
)

const isWritten = (deliveries: readonly Delivery[], { mailuser }: Contact): boolean =>
  deliveries.some(({ target }) => target.toLowerCase() === mailuser?.toLowerCase())

/** The recipients, and the state of their letters; people without a letter are listed separately. */
function Aside({ publication, isRivc }: { publication: Publication; isRivc: boolean }) {
  const { id, deliveries: letters, recipients, abilities } = publication
  const people = [...recipients.clients, ...recipients.rivc]
  const others = people.filter((contact) => !isWritten(letters, contact))
  return (
    <aside className={classes.aside} data-place="publication.aside" aria-label="Рассылка">
      {letters.length + people.length === 0 && <p className={classes.nothing}>Писем по этой публикации нет.</p>}
      {letters.length > 0 && (
        <Section title="Письма" aside={letters.length}>
          <Deliveries deliveries={letters} people={people} canResend={abilities.resend} />
        </Section>
      )}
      {isRivc && <Copies id={id} canResend={abilities.resend} />}
      {others.length > 0 && (
        <Section title={letters.length > 0 ? 'Получатели без письма' : 'Получатели'} aside={others.length}>
          <Recipients contacts={others} />
        </Section>
      )}
    </aside>
  )
}

const Loading = () => (
  <div className={classes.frame} role="status" aria-label="Загрузка публикации" aria-busy>
    <Stack className={classes.main} gap="md">
      <Skeleton height={22} width="40%" />
      <Skeleton height={120} />
      <Skeleton height={120} />
    </Stack>
    <Stack className={classes.aside} gap="sm">
      <Skeleton height={200} />
    </Stack>
  </div>
)

/** One publication: everything the person may know about it, files to download, and the progress of its letters. */
export function PublicationPage() {
  const { publicationId } = useParams({ from: '/signed-in/publication/$publicationId' })
  const id = Number(publicationId)
  const { isRivc } = useUser()
  const { data, error, refetch } = useQuery(publicationQuery(id))
  const summary = data && [formatMoment(data.created_at), data.author.name, filesCount(filesOf(data))].join(' · ')
  return (
    <Page
      key={data ? 'read' : 'reading'}
      title={`Публикация ${publicationId}`}
      before={<Back />}
      aside={summary}
      actions={data && <DocumentActions publication={data} isRivc={isRivc} />}
    >
      {error && !data && (
        <TableState
          title="Публикация не загрузилась"
          action={<Button onClick={() => void refetch()}>Повторить</Button>}
        >
          {sentenceOf(error)}
        </TableState>
      )}
      {!error && !data && <Loading />}
      {data && (
        <div className={classes.frame} data-place="publication.frame">
          <Main publication={data} isRivc={isRivc} />
          <Aside publication={data} isRivc={isRivc} />
        </div>
      )}
    </Page>
  )
}
