import { settings } from '@vypusk/contract'
import { sentenceOf } from '../../../api/api-error.ts'
import { Tried } from '../../../components/kit/tried/Tried.tsx'
import { useCheck } from './api.ts'
import { AbleButton } from '../../../ui/AbleButton.tsx'
import classes from './settings.module.css'
import quiet from '../../../ui/quiet.module.css'

const NAMES = Object.fromEntries(settings.settingSections.map(({ section, name }) => [section, name]))

const Fact = ({ fact: { title, variable, value, is_set, is_secret } }: { fact: settings.SettingFact }) => (
  <div className={classes.fact}>
    <dt>{title}</dt>
    <dd>
      {value ?? <span className={quiet.dim}>{is_secret && is_set ? 'задан' : 'не задан'}</span>}
      {variable && <code className={classes.variable}>{variable}</code>}
    </dd>
  </div>
)

/** A part of the installation: its settings, and whether it works. */
export function SettingGroup({ group: { section, facts, abilities } }: { group: settings.SettingGroup }) {
  const { mutate, data, error, isPending } = useCheck(section)
  const may = abilities.check
  const name = NAMES[section]
  return (
    <section className={classes.group} aria-label={name}>
      <div className={classes.head}>
        <h2 className={classes.title}>{name}</h2>
        <AbleButton
          ability={may}
          size="compact-sm"
          loading={isPending}
          label={`Проверить: ${name}`}
          onClick={() => mutate()}
        >
          Проверить
        </AbleButton>
      </div>
      <dl className={classes.facts}>
        {facts.map((fact) => (
          <Fact key={`${fact.variable} ${fact.title}`} fact={fact} />
        ))}
      </dl>
      {may !== true && <p className={quiet.dim}>{may}</p>}
      <div role="status" aria-label={`Проверка: ${name}`}>
        {data && !isPending && (
          <Tried
            isOk={data.is_ok}
            word={data.is_ok ? 'Работает' : 'Не работает'}
            sentence={`${data.sentence} (${data.took_ms} мс)`}
            detail={data.detail}
          />
        )}
        {error && !isPending && <p className={classes.failed}>{sentenceOf(error)}</p>}
      </div>
    </section>
  )
}
