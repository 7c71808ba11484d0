import type { directory } from '@vypusk/contract'
import { useQuery } from '@tanstack/react-query'
import { Loaded } from '../../components/kit/data-table/Loaded.tsx'
import { formatMoment } from '../../ui/dates.ts'
import { Facts } from '../../ui/Facts.tsx'
import { countOf } from '../../ui/plural.ts'
import classes from './Integrations.module.css'
import { directoryQuery } from './service-api.ts'
import { PROBLEMS } from './service-texts.ts'

type Status = directory.DirectoryStatus

const peopleIn = (count: number) => countOf(count, ['человек', 'человека', 'человек'])

const Groups = ({ groups }: Pick<Status, 'groups'>) => (
  <ul className={classes.log} aria-label="Группы каталога">
    {groups.map(({ name, members_count, gives }) => (
      <li key={name} className={classes.delivery}>
        <span className={classes.name}>{name}</span>: {peopleIn(members_count)},{' '}
        {gives ?? <span className={classes.over}>ничего не даёт: её нет в SCIM_GROUPS</span>}
      </li>
    ))}
  </ul>
)

const Problems = ({ problems }: Pick<Status, 'problems'>) => (
  <ul className={classes.log} aria-label="Кого нельзя впустить">
    {problems.map(({ user_name, problem }) => (
      <li key={user_name} className={classes.delivery}>
        <span className={classes.name}>{user_name}</span>: <span className={classes.over}>{PROBLEMS[problem]}</span>
      </li>
    ))}
  </ul>
)

const On = ({ status }: { status: Status }) => (
  <section className={classes.card} aria-label="Каталог компании">
    <div className={classes.line}>
      <h2 className={classes.url}>Каталог компании (SCIM)</h2>
    </div>
    <Facts
      items={[
        ['Адрес для каталога', status.url],
        ['Последний запрос', status.last_call_at === null ? 'не было' : formatMoment(status.last_call_at)],
        ['Назвал', `${peopleIn(status.people_count)}, войти могут ${status.open_count}`],
      ]}
    />
    {status.groups.length > 0 && <Groups groups={status.groups} />}
    {status.problems.length > 0 && <Problems problems={status.problems} />}
  </section>
)

const Off = () => (
  <div className={classes.dim}>
    Каталог компании (SCIM) выключен. Он будет сам заводить и отключать людей, когда задано <code>SCIM_GROUPS</code>.
  </div>
)

/** The state of the company's directory (SCIM), with the problems of what it has sent. */
export const DirectoryCard = () => (
  <Loaded result={useQuery(directoryQuery)} failed="Состояние каталога не загрузилось" loading={null}>
    {(status) => (status.url === null ? <Off /> : <On status={status} />)}
  </Loaded>
)
