import { Skeleton, Stack } from '@mantine/core'
import { requests } from '@vypusk/contract'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { registryAccessQuery } from '../../../api/registry-access.ts'
import { Loaded } from '../../../components/kit/data-table/Loaded.tsx'
import { History } from '../../../components/shared/history/History.tsx'
import { UrgencyBars } from '../../../components/shared/marks/UrgencyBars.tsx'
import { issueInWords } from '../../../components/shared/request-text/issues.ts'
import { RequestTalk } from '../../../components/shared/threads/RequestTalk.tsx'
import { WatchButton } from '../../../components/shared/watching/WatchButton.tsx'
import { paths } from '../../../paths.ts'
import { Section } from '../../../ui/Section.tsx'
import { Tag } from '../../../ui/Tag.tsx'
import { Description } from './Description.tsx'
import { Origin } from './Origin.tsx'
import { OwnRequest } from './OwnRequest.tsx'
import { RequestFacts } from './RequestFacts.tsx'
import { RequestFiles } from './RequestFiles.tsx'
import panel from '../../../components/shared/page/Panel.module.css'
import classes from './RequestPanel.module.css'
import ruled from '../../../ui/Ruled.module.css'
import { requestQuery } from '../api.ts'

type Detail = requests.RequestDetail

/** A link that adds the request to the registry, for those who may create entries there. */
function RegistryLink({ id }: { id: number }) {
  const { data: access } = useQuery(registryAccessQuery)
  return access?.canCreateRegistry ? (
    <Link to={paths.registryAdd} search={{ request: String(id) }} className={panel.link}>
      Внести в реестр
    </Link>
  ) : null
}

const Marks = ({ request }: { request: Detail }) => (
  <div className={panel.marks}>
    <Tag tone={request.status.tone}>{request.status.name}</Tag>
    <UrgencyBars urgency={request.urgency} />
    <span>{requests.paidInWords(request.isPaid)}</span>
    <RegistryLink id={request.id} />
    <WatchButton entity="request" id={request.id} compact />
  </div>
)

const Issues = ({ issues }: { issues: Detail['issues'] }) => (
  <ul className={ruled.list}>
    {issues.map(({ id, title, url, ...issue }) => (
      <li key={id} className={ruled.item}>
        <div>
          {url ? (
            <a href={url} target="_blank" rel="noreferrer" className={panel.link}>
              {title}
            </a>
          ) : (
            title
          )}
        </div>
        <div className={classes.note}>{issueInWords({ id, title, url, ...issue })}</div>
      </li>
    ))}
  </ul>
)

const Loading = () => (
  <Stack gap="sm" role="status" aria-label="Загрузка заявки" aria-busy>
    <Skeleton height={20} width="90%" />
    <Skeleton height={16} width="50%" />
    <Skeleton height={160} />
  </Stack>
)

const Shown = ({ request }: { request: Detail }) => (
  <article>
    <h3 className={panel.title}>{request.e_title}</h3>
    <Marks request={request} />
    <RequestFacts request={request} />
    <OwnRequest request={request} />
    {request.text && (
      <Section title="Текст заявки">
        <p className={panel.text}>{request.text}</p>
      </Section>
    )}
    {request.origin?.source && <Origin origin={request.origin} />}
    <Description request={request} />
    {request.issues.length > 0 && (
      <Section title="Задачи разработчиков" aside={request.issues.length}>
        <Issues issues={request.issues} />
      </Section>
    )}
    {request.files.length > 0 && (
      <Section title="Файлы" aside={request.files.length}>
        <RequestFiles files={request.files} />
      </Section>
    )}
    <RequestTalk request_id={request.id} />
    {request.history.length > 0 && (
      <Section title="История" aside={request.history.length}>
        <History changes={request.history} />
      </Section>
    )}
  </article>
)

/** The whole request beside the list. */
export const RequestPanel = ({ id }: { id: number }) => (
  <Loaded
    result={useQuery(requestQuery(id))}
    failed="Заявка не загрузилась"
    missing="Возможно, она удалена или принадлежит другой компании."
    loading={<Loading />}
  >
    {(request) => <Shown request={request} />}
  </Loaded>
)
