import { adminPeople } from '@vypusk/contract'
import { Checkbox, Select, Stack, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import type { Ability, Company } from '@vypusk/contract'
import { useQuery } from '@tanstack/react-query'
import { companiesQuery } from '../../../api/lookups.ts'
import { whenEmpty } from '../../../components/kit/fields/when-empty.ts'
import { companyChoices } from '../../../components/shared/company/choices.ts'
import { keptTexts, MOVES } from './texts.ts'
import type { PersonValues } from './values.ts'

const titles = adminPeople.rightTitles

interface PersonFieldsProps {
  form: UseFormReturnType<PersonValues>
  /** True, or why the administrator right may not be changed here. */
  mayAdminister: Ability
  /** The person comes from the company's directory and is changed there. */
  isKept?: boolean
  /** The person's company as saved. */
  own?: Company | null
}

const CompanyField = ({ form, isKept = false, own = null }: Omit<PersonFieldsProps, 'mayAdminister'>) => {
  const companies = useQuery(companiesQuery)
  const { company } = form.values
  const former = form.getInitialValues().company
  return (
    <Select
      label="Компания"
      required
      description={former !== null && company !== former && MOVES}
      searchable
      disabled={isKept}
      {...whenEmpty(companies, 'Такой компании нет')}
      data={companyChoices(companies.data?.companies, own)}
      value={company === null ? null : String(company)}
      error={form.errors['company']}
      onChange={(id) => form.setFieldValue('company', id === null ? null : Number(id))}
    />
  )
}

/** Who the person is and what they may do. */
export function PersonFields({ form, mayAdminister, isKept = false, own = null }: PersonFieldsProps) {
  const { isRivc, can_enter_registry } = form.values
  return (
    <Stack gap="sm">
      {isKept && <div>{keptTexts.form}</div>}
      <TextInput
        data-autofocus
        label="Имя"
        required
        maxLength={200}
        disabled={isKept}
        {...form.getInputProps('name')}
      />
      <TextInput
        label="Логин"
        required
        maxLength={100}
        autoComplete="off"
        disabled={isKept}
        {...form.getInputProps('login')}
      />
      <TextInput
        label="Почта"
        // A field of the type "email" would give a domain in Russian letters as punycode.
        inputMode="email"
        maxLength={254}
        disabled={isKept}
        description="Без адреса письма не приходят"
        {...form.getInputProps('email')}
      />
      {!isRivc && <CompanyField form={form} isKept={isKept} own={own} />}
      {isRivc && (
        <Checkbox
          label={titles.isAdmin}
          description={mayAdminister === true ? 'Ведёт людей, списки, календарь и письма' : mayAdminister}
          disabled={isKept || mayAdminister !== true}
          {...form.getInputProps('isAdmin', { type: 'checkbox' })}
        />
      )}
      <Checkbox label={titles.can_enter_registry} {...form.getInputProps('can_enter_registry', { type: 'checkbox' })} />
      <Checkbox
        label={titles.can_create_registry}
        disabled={!can_enter_registry}
        {...form.getInputProps('can_create_registry', { type: 'checkbox' })}
      />
      {!isRivc && (
        <Checkbox
          label={titles.can_edit_calendar}
          description="Часовой пояс, рабочие часы и часы установки"
          {...form.getInputProps('can_edit_calendar', { type: 'checkbox' })}
        />
      )}
    </Stack>
  )
}
