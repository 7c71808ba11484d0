import { adminPeople, decodeName } from '@vypusk/contract'
import { Button, Checkbox, Group, Select } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../../api/client.ts'
import { companiesQuery } from '../../../api/lookups.ts'
import { whenEmpty } from '../../../components/kit/fields/when-empty.ts'
import { ConflictAlert } from '../../../components/kit/conflict/ConflictAlert.tsx'
import { useEditForm } from '../../../components/kit/conflict/useEditForm.ts'
import { DraftNotice } from '../../../components/kit/feedback/DraftNotice.tsx'
import { toast } from '../../../components/kit/feedback/toast.tsx'
import { companyNaming } from '../../../components/shared/company/choices.ts'
import classes from '../admin.module.css'
import { personQuery } from './api.ts'
import { membershipTexts as texts } from './texts.ts'
import { fieldNames, type PersonValues } from './values.ts'

type Person = adminPeople.PersonDetail
type Membership = adminPeople.Membership
type Values = Pick<PersonValues, 'company' | 'can_enter_registry' | 'can_create_registry' | 'can_edit_calendar'>

const NONE: Values = {
  company: null,
  can_enter_registry: false,
  can_create_registry: false,
  can_edit_calendar: false,
}

const valuesOf = (membership: Membership | undefined): Values => {
  if (!membership) return NONE
  const { company, can_enter_registry, can_create_registry, can_edit_calendar } = membership
  return { company: company.idcomp, can_enter_registry, can_create_registry, can_edit_calendar }
}

const titles = adminPeople.rightTitles

interface FieldsProps {
  form: UseFormReturnType<Values>
}

const CompanyChoice = ({ form, person }: FieldsProps & { person: Person }) => {
  const companies = useQuery(companiesQuery)
  const { company } = form.values
  const taken = new Set([person.company?.idcomp, ...person.memberships.map((one) => one.company.idcomp)])
  const choices = companies.data?.companies.filter(({ idcomp }) => idcomp === company || !taken.has(idcomp)) ?? []
  return (
    <Select
      label={texts.company}
      searchable
      data-autofocus
      {...whenEmpty(companies, texts.noCompany)}
      data={choices.map(({ idcomp, namecomp }) => ({ value: String(idcomp), label: decodeName(namecomp) }))}
      value={company === null ? null : String(company)}
      error={form.errors['company']}
      onChange={(id) => form.setFieldValue('company', id === null ? null : Number(id))}
    />
  )
}

const Rights = ({ form, isFirst }: FieldsProps & { isFirst: boolean }) => (
  <>
    <Checkbox
      label={titles.can_enter_registry}
      data-autofocus={isFirst || undefined}
      {...form.getInputProps('can_enter_registry', { type: 'checkbox' })}
    />
    <Checkbox
      label={titles.can_create_registry}
      disabled={!form.values.can_enter_registry}
      {...form.getInputProps('can_create_registry', { type: 'checkbox' })}
    />
    <Checkbox label={titles.can_edit_calendar} {...form.getInputProps('can_edit_calendar', { type: 'checkbox' })} />
  </>
)

interface JoinFormProps {
  person: Person
  /** Undefined for a company that is being added. */
  membership?: Membership
  onClose: () => void
}

/** Adds a further company, or edits the rights in an existing one. */
export function JoinForm({ person, membership, onClose }: JoinFormProps) {
  const { data } = useQuery(companiesQuery)
  const server = useEditForm({
    name: `membership.${person.id}.${membership?.company.idcomp ?? 0}`,
    saved: membership,
    valuesOf,
    save: ({ company, ...rights }, { version }) =>
      call(adminPeople.join, {
        params: { id: person.id },
        // The button is disabled until a company is chosen. Version 0: the person does not belong to it yet.
        body: { company: company ?? 0, ...rights, version: version ?? 0 },
        onRefusal: 'throw',
      }),
    changes: ['user'],
    put: ({ person: saved }) => [[personQuery(saved.id).queryKey, saved]],
    onSaved: () => {
      toast.success(texts.joined)
      onClose()
    },
  })
  const { form, formProps, isSaving } = server
  const { company, can_enter_registry, can_create_registry, can_edit_calendar } = fieldNames(
    companyNaming(data?.companies, [membership?.company]),
  )
  return (
    <form {...formProps} className={classes.stack} aria-label={texts.form}>
      {server.hasDraft && <DraftNotice onDrop={server.dropDraft} />}
      <ConflictAlert
        form={server}
        what={texts.what}
        fields={{ company, can_enter_registry, can_create_registry, can_edit_calendar }}
      />
      {membership ? (
        <div>{decodeName(membership.company.namecomp)}</div>
      ) : (
        <CompanyChoice form={form} person={person} />
      )}
      <Rights form={form} isFirst={membership !== undefined} />
      <Group gap="xs">
        <Button variant="default" size="compact-sm" onClick={onClose}>
          {texts.close}
        </Button>
        <Button type="submit" size="compact-sm" disabled={form.values.company === null} loading={isSaving}>
          {texts.save}
        </Button>
      </Group>
    </form>
  )
}
