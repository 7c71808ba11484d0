import { decodeName } from '@vypusk/contract'
import { Button } from '@mantine/core'
import type { adminCompanies } from '@vypusk/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { CompanyWays } from '../../../components/shared/company/CompanyWays.tsx'
import { useConsequences } from '../../../components/shared/consequences/useConsequences.tsx'
import { Escalation } from '../../../components/shared/escalation/Escalation.tsx'
import { toast } from '../../../components/kit/feedback/toast.tsx'
import { whenDone } from '../../../components/kit/feedback/when-done.ts'
import { History } from '../../../components/shared/history/History.tsx'
import { RouteAnchor } from '../../../components/kit/link/RouteLinks.tsx'
import { paths } from '../../../paths.ts'
import { AbleButton } from '../../../ui/AbleButton.tsx'
import { countOf, plural } from '../../../ui/plural.ts'
import { Section } from '../../../ui/Section.tsx'
import { ThingPanel } from '../ThingPanel.tsx'
import classes from '../admin.module.css'
import { CompanyForm } from './CompanyForm.tsx'
import { CompanyState } from './CompanyState.tsx'
import { companyQuery, useHideCompany } from './api.ts'
import quiet from '../../../ui/quiet.module.css'

type Detail = adminCompanies.CompanyDetail

const PEOPLE = ['человек', 'человека', 'человек'] as const

/** What becomes of the people of a company that is hidden; undefined when nobody of it can sign in. */
const whatOfPeople = ({ going_on_count: count }: Detail) =>
  count > 0
    ? `${countOf(count, PEOPLE)} из этой компании ${plural(count, ['продолжит', 'продолжат', 'продолжат'])} работу в другой своей компании. Остальные люди компании заблокированы и войти не могут.`
    : undefined

function HideButton({ company }: { company: Detail }) {
  const { idcomp, is_hidden, abilities } = company
  const { mutateAsync, isPending } = useHideCompany(idcomp)
  const may = is_hidden ? true : abilities.hide
  const { ask, beforeChange } = useConsequences()
  const toggle = async () => {
    const intent = { change: 'company_hidden', company_id: idcomp } as const
    const question = { title: 'Скрыть компанию?', action: 'Скрыть', note: whatOfPeople(company) }
    if (!is_hidden && !(await ask(intent, question))) return
    const offerUndo = await beforeChange()
    await mutateAsync(!is_hidden)
    if (!is_hidden && (await offerUndo())) return
    toast.undo(is_hidden ? 'Компания снова доступна' : 'Компания скрыта', () => whenDone(mutateAsync(is_hidden)))
  }
  return (
    <AbleButton ability={may} size="compact-sm" loading={isPending} onClick={() => whenDone(toggle())}>
      {is_hidden ? 'Вернуть' : 'Скрыть'}
    </AbleButton>
  )
}

const People = ({ company: { idcomp, people } }: { company: Detail }) => (
  <Section title="Люди" aside={people.length}>
    {people.length > 0 ? (
      <ul className={classes.list}>
        {people.map(({ id, name, mailuser, is_blocked }) => (
          <li key={id}>
            <RouteAnchor to={paths.adminPeople} search={{ open: String(id) }}>
              {name}
            </RouteAnchor>
            <span className={quiet.dim}> {is_blocked ? 'заблокирован' : (mailuser ?? 'нет адреса')}</span>
          </li>
        ))}
      </ul>
    ) : (
      <p className={quiet.dim}>Людей ещё нет.</p>
    )}
    <RouteAnchor to={paths.adminPeople} search={{ client_ids: String(idcomp) }}>
      Все люди компании
    </RouteAnchor>
  </Section>
)

const Modules = ({ company: { modules } }: { company: Detail }) => (
  <Section title="Модули" aside={modules.length}>
    {modules.length > 0 ? (
      <ul className={classes.list}>
        {modules.map(({ idmod, namemod, system }) => (
          <li key={idmod}>
            {namemod} <span className={quiet.dim}>{system}</span>
          </li>
        ))}
      </ul>
    ) : (
      <p className={quiet.dim}>Модулей нет: людям компании нечего выбрать в новой заявке.</p>
    )}
  </Section>
)

function Shown({ company }: { company: Detail }) {
  const [isOpen, setOpen] = useState(false)
  if (isOpen) return <CompanyForm company={company} onDone={() => setOpen(false)} />
  const { idcomp, namecomp, is_hidden, people, history } = company
  return (
    <>
      <h3 className={classes.title}>{decodeName(namecomp)}</h3>
      <div>
        <CompanyState is_hidden={is_hidden} />
      </div>
      <div className={classes.actions}>
        <Button variant="default" size="compact-sm" onClick={() => setOpen(true)}>
          Изменить
        </Button>
        <HideButton company={company} />
      </div>
      <CompanyWays idcomp={idcomp} />
      <People company={company} />
      <Escalation
        company_id={idcomp}
        legend="Если получатели согласования молчат"
        people={{ data: people.filter(({ is_blocked }) => !is_blocked), error: null, refetch: () => {} }}
        chosen={company}
      />
      <Modules company={company} />
      {history.length > 0 && (
        <Section title="История" aside={history.length}>
          <History changes={history} />
        </Section>
      )}
    </>
  )
}

/** A company beside the list: its people, its modules, and who is asked when the recipients do not answer. */
export const CompanyPanel = ({ id }: { id: number }) => (
  <ThingPanel result={useQuery(companyQuery(id))} failed="Компания не загрузилась">
    {(company) => <Shown company={company} />}
  </ThingPanel>
)
