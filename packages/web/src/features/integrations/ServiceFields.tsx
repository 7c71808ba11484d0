import { adminPeople, services, type Company } from '@vypusk/contract'
import { Checkbox, SegmentedControl, Select, Stack, Textarea, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { companiesQuery } from '../../api/lookups.ts'
import { whenEmpty } from '../../components/kit/fields/when-empty.ts'
import { companyChoices } from '../../components/shared/company/choices.ts'
import { LIVES } from './texts.ts'
import { KEPT, MOVES, SERVICE_SCOPES, type ServiceValues } from './service-texts.ts'

interface FieldsProps {
  form: UseFormReturnType<ServiceValues>
  isNew: boolean
  /** The company of the service as saved. */
  own: Company | null
}

const SIDES = [
  { value: 'staff', label: 'Как сотрудники' },
  { value: 'client', label: 'Одной компании' },
]

/** Whose data the account sees; its side cannot be changed later. */
function Side({ form, isNew, own }: FieldsProps) {
  const companies = useQuery(companiesQuery)
  const { isRivc, company } = form.values
  const former = form.getInitialValues().company
  return (
    <>
      {isNew && (
        <SegmentedControl
          data={SIDES}
          aria-label="Чей это сервис"
          value={isRivc ? 'staff' : 'client'}
          onChange={(side) => form.setFieldValue('isRivc', side === 'staff')}
        />
      )}
      {!isRivc && (
        <Select
          label="Компания"
          description={former !== null && company !== former && MOVES}
          required
          searchable
          {...whenEmpty(companies, 'Такой компании нет')}
          data={companyChoices(companies.data?.companies, own)}
          value={company === null ? null : String(company)}
          error={form.errors['company']}
          onChange={(id) => form.setFieldValue('company', id === null ? null : Number(id))}
        />
      )}
    </>
  )
}

const titles = adminPeople.rightTitles

const Rights = ({ form }: Pick<FieldsProps, 'form'>) => (
  <>
    <Checkbox label={titles.can_enter_registry} {...form.getInputProps('can_enter_registry', { type: 'checkbox' })} />
    <Checkbox
      label={titles.can_create_registry}
      disabled={!form.values.can_enter_registry}
      {...form.getInputProps('can_create_registry', { type: 'checkbox' })}
    />
    {!form.values.isRivc && (
      <Checkbox label={titles.can_edit_calendar} {...form.getInputProps('can_edit_calendar', { type: 'checkbox' })} />
    )}
  </>
)

/** The account's name, its purpose, and what its tokens may do. */
export function ServiceFields({ form, isNew, own }: FieldsProps) {
  const isDirectory = form.values.scope === 'directory'
  return (
    <Stack gap="sm">
      <TextInput
        data-autofocus
        label="Название"
        description="В истории и на экранах: «Сервис» и это название"
        required
        maxLength={80}
        {...form.getInputProps('name')}
      />
      <Textarea
        label="Для чего"
        description="И кого спросить, если он делает не то"
        autosize
        minRows={2}
        maxRows={8}
        maxLength={1000}
        {...form.getInputProps('about')}
      />
      <Select
        label="Что можно"
        data={services.serviceScopes.map((value) => ({ value, label: SERVICE_SCOPES[value] }))}
        allowDeselect={false}
        {...form.getInputProps('scope')}
      />
      {!isDirectory && <Side form={form} isNew={isNew} own={own} />}
      {!isDirectory && <Rights form={form} />}
      <Select
        label={isNew ? 'Действует' : 'Продлить с сегодняшнего дня'}
        data={isNew ? LIVES : KEPT}
        allowDeselect={false}
        {...form.getInputProps('days')}
      />
    </Stack>
  )
}
