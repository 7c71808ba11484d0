import { Alert, Checkbox, Skeleton, Stack, Textarea, UnstyledButton } from '@mantine/core'
import { useCallbackRef } from '@mantine/hooks'
import { publications } from '@vypusk/contract'
import type { Company, Contact } from '@vypusk/contract'
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { memo, useState } from 'react'
import { ManyField } from '../../../components/kit/fields/ManyField.tsx'
import { UnlessFailed } from '../../../components/kit/data-table/UnlessFailed.tsx'
import { useFullNames } from '../../../components/shared/marks/full-names.ts'
import classes from './PublishPage.module.css'
import type { Draft } from './draft.ts'
import { chosenPeople } from '../texts.ts'
import { useRecipients } from './useRecipients.ts'
import quiet from '../../../ui/quiet.module.css'

interface PeopleProps {
  idcomp: number
  company: string
  contacts: readonly Contact[]
  /** Ids of those of them who are ticked, joined: a text, so that typing elsewhere does not draw all people again. */
  chosen: string
  /** Many companies are shown by their names, and their people on request. */
  isShort: boolean
  onChange: (idcomp: number, ids: number[]) => void
}

/** One company's people; those without an e-mail address are shown but cannot be ticked. */
const People = memo(function People({ idcomp, company, contacts, chosen, isShort, onChange }: PeopleProps) {
  const [isOpen, setIsOpen] = useState(!isShort)
  const ids = chosen === '' ? [] : chosen.split(',')
  const Chevron = isOpen ? IconChevronDown : IconChevronRight
  const label = isShort ? (
    <UnstyledButton className={classes.company} aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
      <Chevron size={14} aria-hidden="true" className={classes.chevron} />
      {company} <span className={quiet.aside}>{chosenPeople(ids.length, contacts.length)}</span>
    </UnstyledButton>
  ) : (
    company
  )
  return (
    <Checkbox.Group
      label={label}
      value={ids}
      onChange={(ticked) => onChange(idcomp, ticked.map(Number))}
      className={classes.people}
    >
      {isOpen && (
        <Stack gap={8} mt={6}>
          {contacts.map(({ id, name, mailuser }) => (
            <Checkbox
              key={id}
              value={String(id)}
              disabled={!mailuser}
              label={
                <span className={classes.contact}>
                  {name} <span className={quiet.aside}>{mailuser ?? 'нет адреса'}</span>
                </span>
              }
            />
          ))}
          {contacts.length === 0 && <span className={quiet.aside}>В компании никого нет</span>}
        </Stack>
      )}
    </Checkbox.Group>
  )
})

/** The most companies whose people are all shown at once. */
const MOST_OPEN = 40

interface RecipientsStepProps {
  draft: Draft
  /** The companies of the draft, with their names. */
  companies: readonly Company[]
  onChange: (change: Partial<Draft>) => void
}

/** The third step: the recipients and the text of the letter. */
export function RecipientsStep({ draft, companies, onChange }: RecipientsStepProps) {
  const reachable = useRecipients(draft)
  const fullNameOf = useFullNames(companies)
  const nameOf = (idcomp: number) => {
    const company = companies.find((one) => one.idcomp === idcomp)
    return company ? fullNameOf(company) : ''
  }
  const people = reachable.companies
    .map((one) => ({ ...one, company: nameOf(one.idcomp) }))
    .toSorted((a, b) => a.company.localeCompare(b.company, 'ru'))
  const chosen = new Set(draft.clients)
  const isShort = people.length > MOST_OPEN
  const mark = useCallbackRef((idcomp: number, ids: number[]) => {
    const own = new Set(people.find((one) => one.idcomp === idcomp)?.contacts.map(({ id }) => id))
    onChange({ clients: [...draft.clients.filter((id) => !own.has(id)), ...ids] })
  })
  return (
    <div className={classes.narrow}>
      {reachable.trouble && (
        <Alert color="yellow" role="alert" mb="md">
          {reachable.trouble}
        </Alert>
      )}
      <ManyField
        label="Сотрудники"
        placeholder={draft.rivc.length === 0 ? 'Кому ещё написать' : undefined}
        choices={reachable.staff}
        value={draft.rivc}
        onChange={(rivc) => onChange({ rivc })}
      />
      <UnlessFailed result={reachable.people} failed="Люди компаний не загрузились">
        {reachable.people.isLoading ? (
          <Skeleton height={120} mt="md" />
        ) : (
          people.map(({ idcomp, contacts, company }) => (
            <People
              key={idcomp}
              idcomp={idcomp}
              company={company}
              contacts={contacts}
              chosen={contacts
                .map(({ id }) => id)
                .filter((id) => chosen.has(id))
                .join()}
              isShort={isShort}
              onChange={mark}
            />
          ))
        )}
      </UnlessFailed>
      <Textarea
        mt="md"
        label="Текст для получателей"
        description="Попадёт в письмо и на страницу публикации"
        maxLength={publications.MAX_TEXT}
        value={draft.text}
        onChange={(event) => onChange({ text: event.currentTarget.value })}
      />
    </div>
  )
}
