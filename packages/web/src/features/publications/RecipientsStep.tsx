import { Alert, Checkbox, Skeleton, Stack, Textarea } from '@mantine/core'
import { decodeName, publications } from '@vypusk/contract'
import type { Company, Contact } from '@vypusk/contract'
import { ManyField } from '../../components/kit/fields/ManyField.tsx'
import classes from './PublishPage.module.css'
import type { Draft } from './draft.ts'
import { useRecipients } from './useRecipients.ts'
import quiet from '../../ui/quiet.module.css'

interface PeopleProps {
  company: string
  contacts: readonly Contact[]
  chosen: readonly number[]
  onChange: (ids: number[]) => void
}

/** One company's people; those without an e-mail address are shown but cannot be ticked. */
const People = ({ company, contacts, chosen, onChange }: PeopleProps) => (
  <Checkbox.Group
    label={company}
    value={chosen.map(String)}
    onChange={(ids) => onChange(ids.map(Number))}
    className={classes.people}
  >
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
  </Checkbox.Group>
)

interface RecipientsStepProps {
  draft: Draft
  /** The companies of the draft, with their names. */
  companies: readonly Company[]
  onChange: (change: Partial<Draft>) => void
}

/** The third step: the recipients and the text of the letter. */
export function RecipientsStep({ draft, companies, onChange }: RecipientsStepProps) {
  const reachable = useRecipients(draft)
  const nameOf = (idcomp: number) => decodeName(companies.find((one) => one.idcomp === idcomp)?.namecomp ?? '')
  const people = reachable.companies
    .map((one) => ({ ...one, company: nameOf(one.idcomp) }))
    .toSorted((a, b) => a.company.localeCompare(b.company, 'ru'))
  const mark = (contacts: readonly Contact[], ids: number[]) => {
    const own = new Set(contacts.map(({ id }) => id))
    onChange({ clients: [...draft.clients.filter((id) => !own.has(id)), ...ids] })
  }
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
      {reachable.isLoading && <Skeleton height={120} mt="md" />}
      {!reachable.isLoading &&
        people.map(({ idcomp, contacts, company }) => (
          <People
            key={idcomp}
            company={company}
            contacts={contacts}
            chosen={draft.clients}
            onChange={(ids) => mark(contacts, ids)}
          />
        ))}
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
