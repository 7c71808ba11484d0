import type { requests } from '@vypusk/contract'
import { Link } from '@tanstack/react-router'
import { paths } from '../../../paths.ts'
import panel from '../../../components/shared/page/Panel.module.css'
import { formatDay } from '../../../ui/dates.ts'
import { Facts } from '../../../ui/Facts.tsx'
import { Section } from '../../../ui/Section.tsx'
import classes from './RequestPanel.module.css'

type OriginProps = { origin: requests.RequestOrigin }

const Links = ({ links }: { links: OriginProps['origin']['links'] }) => (
  <>
    {links.map(({ title, key, request_id }) => (
      <div key={`${title} ${key}`}>
        {title}{' '}
        {request_id === null ? (
          key
        ) : (
          <Link to={paths.backlog} search={{ open: String(request_id), search_string: key }} className={panel.link}>
            {key}
          </Link>
        )}
      </div>
    ))}
  </>
)

type BroughtFile = OriginProps['origin']['files'][number]

/** The state of a file that is not here; null for one that is. */
const statusOf = ({ file_id, failure, is_waiting }: BroughtFile) => {
  if (file_id !== null) return null
  if (failure === null) return is_waiting ? 'скоро будет здесь' : null
  return is_waiting ? `не забран: ${failure}. Попробуем ещё` : `не забран: ${failure}`
}

const Files = ({ files }: { files: readonly BroughtFile[] }) => (
  <>
    {files.map((file) => (
      <div key={file.url}>
        <a href={file.url} target="_blank" rel="noreferrer" className={panel.link}>
          {file.name}
        </a>
        {statusOf(file) && <div className={classes.note}>{statusOf(file)}</div>}
      </div>
    ))}
  </>
)

const isLeftThere = ({ file_id, is_waiting }: BroughtFile) => file_id === null && !is_waiting

/** What is known of a request from the system it came from; for staff. */
export const Origin = ({ origin }: OriginProps) => (
  <Section title="Перенесено" aside={origin.source}>
    <Facts
      items={[
        ['Там', origin.is_private && ['была видна не всем', origin.company].filter(Boolean).join(': ')],
        ['Назначена', origin.assignee],
        ['Версии', origin.versions.join(', ')],
        ['Срок', origin.due && formatDay(origin.due)],
        ['Story Points', origin.story_points],
        ['Метки', origin.labels.join(', ')],
        ['Связи', origin.links.length > 0 ? <Links key="links" links={origin.links} /> : null],
        ['Файлы там', origin.files.length > 0 ? <Files key="files" files={origin.files} /> : null],
      ]}
    />
    {origin.files.some(isLeftThere) && <p className={classes.note}>Файлы остались в прежней системе.</p>}
  </Section>
)
