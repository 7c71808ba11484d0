import { decodeName } from '@vypusk/contract'
import { Checkbox } from '@mantine/core'
import classes from './Bringing.module.css'
import {
  comingOf,
  hoursInWords,
  modulesCount,
  requestsCount,
  seenByMore,
  tickedOf,
  type Checked,
  type Unticked,
} from './texts.ts'
import { companiesCount } from '../company/texts.ts'

interface Item {
  id: number
  name: string
  requests: number
}

interface KindProps {
  title: string
  items: readonly Item[]
  unticked: readonly number[]
  onChange: (unticked: number[]) => void
}

/** The companies or the modules that come with the requests: all of them, or ticked one by one. */
function Kind({ title, items, unticked, onChange }: KindProps) {
  if (items.length === 0) return null
  const left = items.filter(({ id }) => unticked.includes(id)).length
  return (
    <fieldset className={classes.kind} aria-label={title}>
      <Checkbox
        label={title}
        checked={left < items.length}
        indeterminate={left > 0 && left < items.length}
        onChange={() => onChange(left === 0 ? items.map(({ id }) => id) : [])}
      />
      <ul className={classes.items}>
        {items.map(({ id, name, requests }) => (
          <li key={id}>
            <Checkbox
              size="xs"
              label={`${name} · ${requestsCount(requests)}`}
              checked={!unticked.includes(id)}
              onChange={() =>
                onChange(unticked.includes(id) ? unticked.filter((each) => each !== id) : [...unticked, id])
              }
            />
          </li>
        ))}
      </ul>
    </fieldset>
  )
}

const Hours = ({ hours }: Pick<Checked, 'hours'>) => {
  const hoursText = hoursInWords(hours)
  return (
    hoursText && (
      <p className={classes.note}>
        {hoursText.text}
        {hoursText.over && <span className={classes.over}> ▲ {hoursText.over}</span>}
      </p>
    )
  )
}

const Taken = ({ taken, missing }: Pick<Checked, 'taken' | 'missing'>) => (
  <>
    {taken.length > 0 && (
      <p className={classes.note}>
        Уже в релизе: {taken.map(({ id, release }) => (release ? `${id} – ${release.title}` : id)).join('; ')}
      </p>
    )}
    {missing.length > 0 && <p className={classes.note}>Не найдены: {missing.join(', ')}</p>}
  </>
)

interface BringAlongProps {
  checked: Checked
  unticked: Unticked
  onChange: (unticked: Unticked) => void
  /** No request may be left out, because somebody has put them there on purpose. */
  isAll?: boolean
}

/** What comes to a release with its requests; everything is ticked at first (docs/decisions/0062). */
export function BringAlong({ checked, unticked, onChange, isAll = false }: BringAlongProps) {
  const { companies, modules } = comingOf(checked, unticked)
  const seen = checked.is_visible_for_client ? tickedOf(checked, unticked).bring.companies.length : 0
  return (
    <div className={classes.all} role="group" aria-label="Вместе с заявками">
      <Kind
        title={`Вместе с заявками в релиз войдут: ${companiesCount(companies.length)}`}
        items={companies.map(({ idcomp, namecomp, requests }) => ({
          id: idcomp,
          name: decodeName(namecomp),
          requests,
        }))}
        unticked={unticked.companies}
        onChange={(next) => onChange({ ...unticked, companies: next })}
      />
      {seen > 0 && <p className={classes.seen}>{seenByMore(seen)}</p>}
      <Kind
        title={`${companies.length > 0 ? 'И' : 'Вместе с заявками в релиз войдут:'} ${modulesCount(modules.length)}`}
        items={modules.map(({ idmod, namemod, requests }) => ({ id: idmod, name: namemod, requests }))}
        unticked={unticked.modules}
        onChange={(next) => onChange({ ...unticked, modules: next })}
      />
      {checked.over.length > 0 && !isAll && (
        <Checkbox
          label={`Не добавлять те, работа по которым окончена: ${checked.over.join(', ')}`}
          checked={unticked.over}
          onChange={() => onChange({ ...unticked, over: !unticked.over })}
        />
      )}
      <Taken {...checked} />
      <Hours hours={checked.hours} />
    </div>
  )
}
