import { adminPeople, decodeName } from '@vypusk/contract'
import { Button, Checkbox, Group, Select, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useChange } from '../../../api/changes.ts'
import { call } from '../../../api/client.ts'
import { companiesQuery } from '../../../api/lookups.ts'
import { confirm } from '../../../components/kit/feedback/dialogs.tsx'
import { notifyRefusal } from '../../../components/kit/feedback/refused.ts'
import { toast } from '../../../components/kit/feedback/toast.tsx'
import { Section } from '../../../ui/Section.tsx'
import quiet from '../../../ui/quiet.module.css'
import classes from '../admin.module.css'
import { personQuery } from './api.ts'
import { membershipTexts as texts, rightsOf } from './texts.ts'

type Person = adminPeople.PersonDetail
type Membership = adminPeople.Membership

const NONE = { company: null, can_enter_registry: false, can_create_registry: false, can_edit_calendar: false }
type Values = Omit<typeof NONE, 'company'> & { company: number | null }

const CompanyChoice = ({ values, person, onChange }: FieldsProps & { person: Person }) => {
  const { data } = useQuery(companiesQuery)
  const taken = new Set([person.company?.idcomp, ...person.memberships.map(({ company }) => company.idcomp)])
  const choices = data?.companies.filter(({ idcomp }) => idcomp === values.company || !taken.has(idcomp)) ?? []
  return (
    <Select
      label={texts.company}
      searchable
      data-autofocus
      nothingFoundMessage={data ? texts.noCompany : texts.loading}
      data={choices.map(({ idcomp, namecomp }) => ({ value: String(idcomp), label: decodeName(namecomp) }))}
      value={values.company === null ? null : String(values.company)}
      onChange={(id) => onChange({ ...values, company: id === null ? null : Number(id) })}
    />
  )
}

interface FieldsProps {
  values: Values
  onChange: (values: Values) => void
}

const Rights = ({ values, onChange }: FieldsProps) => {
  const box = (label: string, field: Exclude<keyof Values, 'company'>, disabled = false) => (
    <Checkbox
      label={label}
      checked={values[field]}
      disabled={disabled}
      onChange={({ currentTarget }) => onChange({ ...values, [field]: currentTarget.checked })}
    />
  )
  return (
    <>
      {box(texts.registry, 'can_enter_registry')}
      {box(texts.creates, 'can_create_registry', !values.can_enter_registry)}
      {box(texts.calendar, 'can_edit_calendar')}
    </>
  )
}

/** Adds a further company, or edits the rights in an existing one. */
function JoinForm({ person, initial, onClose }: { person: Person; initial: Values; onClose: () => void }) {
  const [values, setValues] = useState(initial)
  const { mutate, isPending } = useChange({
    changes: ['user'],
    mutationFn: (body: Values & { company: number }) =>
      call(adminPeople.join, { params: { id: person.id }, body, onRefusal: 'throw' }),
    put: ({ person: saved }) => [[personQuery(saved.id).queryKey, saved]],
    onSuccess: () => {
      toast.success(texts.joined)
      onClose()
    },
    onError: notifyRefusal,
  })
  const { company } = values
  return (
    <Stack gap="sm">
      {initial.company === null && <CompanyChoice values={values} person={person} onChange={setValues} />}
      <Rights values={values} onChange={setValues} />
      <Group gap="xs">
        <Button variant="default" size="compact-sm" onClick={onClose}>
          {texts.close}
        </Button>
        <Button
          size="compact-sm"
          disabled={company === null}
          loading={isPending}
          onClick={() => company !== null && mutate({ ...values, company })}
        >
          {texts.save}
        </Button>
      </Group>
    </Stack>
  )
}

function Row({ person, membership, onEdit }: { person: Person; membership: Membership; onEdit: () => void }) {
  const { company } = membership
  const name = decodeName(company.namecomp)
  const { mutate, isPending } = useChange({
    changes: ['user'],
    mutationFn: () =>
      call(adminPeople.leave, { params: { id: person.id, company: company.idcomp }, onRefusal: 'throw' }),
    put: ({ person: saved }) => [[personQuery(saved.id).queryKey, saved]],
    onSuccess: () => toast.success(texts.left),
    onError: notifyRefusal,
  })
  const leave = async () => {
    const title = texts.leaveTitle(name)
    if (await confirm({ title, children: texts.leaveText, action: texts.leave, dangerous: true })) mutate()
  }
  return (
    <div>
      <div>{name}</div>
      <div className={quiet.dim}>{rightsOf({ ...membership, isAdmin: false })}</div>
      <Group gap="xs" mt={4}>
        <Button variant="default" size="compact-xs" onClick={onEdit} aria-label={`${texts.rights}: ${name}`}>
          {texts.rights}
        </Button>
        <Button
          variant="default"
          size="compact-xs"
          loading={isPending}
          onClick={() => void leave()}
          aria-label={`${texts.leave}: ${name}`}
        >
          {texts.leave}
        </Button>
      </Group>
    </div>
  )
}

/** The further companies of a client's person, with the rights in each. */
export function Memberships({ person }: { person: Person }) {
  const [edited, setEdited] = useState<Values | null>(null)
  if (person.isRivc) return null
  const close = () => setEdited(null)
  return (
    <Section title={texts.title}>
      <div className={classes.stack}>
        {person.memberships.length === 0 && <span className={quiet.dim}>{texts.none}</span>}
        {person.memberships.map((one) => {
          const { company, can_enter_registry, can_create_registry, can_edit_calendar } = one
          const rights = { can_enter_registry, can_create_registry, can_edit_calendar }
          const edit = () => setEdited({ company: company.idcomp, ...rights })
          return edited?.company === company.idcomp ? (
            <JoinForm key={one.id} person={person} initial={edited} onClose={close} />
          ) : (
            <Row key={one.id} person={person} membership={one} onEdit={edit} />
          )
        })}
        {edited && edited.company === null ? (
          <JoinForm person={person} initial={edited} onClose={close} />
        ) : (
          <Button variant="default" size="compact-sm" onClick={() => setEdited(NONE)}>
            {texts.add}
          </Button>
        )}
      </div>
    </Section>
  )
}
