import { decodeName } from '@vypusk/contract'
import { TagsInput } from '@mantine/core'
import type { Contact } from '@vypusk/contract'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { sentenceOf } from '../../api/api-error.ts'
import { contactChoices } from '../../components/shared/people/contacts.ts'
import { ManyField } from '../../components/kit/fields/ManyField.tsx'
import { whenEmpty } from '../../components/kit/fields/when-empty.ts'
import { addresseesQuery, companyPeopleQuery } from '../../api/lookups.ts'
import { FieldForm } from './FieldForm.tsx'
import type { PartProps } from './FieldForm.tsx'
import { wrongAddress } from './fields.ts'

const byId = (a: number, b: number) => a - b

/** Removes duplicates, because somebody may be in several lists. */
const onceEach = (contacts: Contact[]): Contact[] => [
  ...new Map(contacts.map((contact) => [contact.id, contact])).values(),
]

interface Present {
  ofCompany: readonly Contact[] | undefined
  ofStaff: readonly Contact[] | undefined
}

/** Recipients who are among those who can sign in no more: an administrator has blocked them since. */
function shutOut(recipients: readonly Contact[], { ofCompany, ofStaff }: Present): Set<number> {
  const gone = recipients.filter(({ id, idcomp }) => {
    const present = idcomp === null ? ofStaff : ofCompany
    return present?.some((one) => one.id === id) === false
  })
  return new Set(gone.map(({ id }) => id))
}

/**
 * The recipients of the letters: people of the company and staff; those without an e-mail address are shown but cannot
 * be chosen.
 */
export function RecipientsForm({ agreement, onDirty }: PartProps) {
  const { company_id, company, recipients, abilities } = agreement
  const people = useQuery(companyPeopleQuery(company_id))
  const addressees = useQuery(addresseesQuery([company_id]))
  // The recipients have names before the lists have loaded, and when there is no list: a company may be hidden since.
  const offered = onceEach([...(people.data?.contacts ?? []), ...(addressees.data?.rivc ?? []), ...recipients])
  const shut = shutOut(recipients, { ofCompany: people.data?.contacts, ofStaff: addressees.data?.rivc })
  const names = new Map(offered.map(({ id, name }) => [id, name]))
  return (
    <FieldForm<number[]>
      agreement={agreement}
      onDirty={onDirty}
      name="recipients"
      title="Получатели"
      valueOf={(of) => of.recipients.map(({ id }) => id).toSorted(byId)}
      ability={abilities.recipients}
      words={(ids) => ids.map((id) => names.get(id) ?? String(id)).join(', ')}
      bodyOf={(ids) => ({ updateTarget: 2, recipients: ids })}
    >
      {({ value, set }, isDisabled) => (
        <ManyField
          aria-label="Получатели"
          description={
            addressees.error
              ? sentenceOf(addressees.error)
              : `Люди компании ${decodeName(company.namecomp)} и сотрудники`
          }
          placeholder={value.length === 0 ? 'Кому отправить' : undefined}
          disabled={isDisabled}
          choices={contactChoices(offered, { idcomp: company_id, shut })}
          {...whenEmpty(people, 'Ничего не найдено')}
          value={value}
          onChange={(ids) => set(ids.toSorted(byId))}
        />
      )}
    </FieldForm>
  )
}

interface AddressesFieldProps {
  value: string[]
  onChange: (addresses: string[]) => void
  disabled?: boolean
  label?: string
  error?: ReactNode
}

/** E-mail addresses of people who are not in the system. */
export function AddressesField({ value, onChange, disabled, label, error }: AddressesFieldProps) {
  const wrong = wrongAddress(value)
  return (
    <TagsInput
      size="sm"
      label={label}
      aria-label="Дополнительные адреса"
      placeholder={value.length === 0 ? 'name@example.ru' : undefined}
      description="Кого нет в системе. Несколько адресов – через запятую или пробел"
      splitChars={[',', ';', ' ', '\n']}
      clearable
      clearButtonProps={{ 'aria-label': 'Очистить адреса' }}
      error={wrong === undefined ? error : `Это не адрес электронной почты: ${wrong}`}
      disabled={disabled}
      value={value}
      onChange={onChange}
    />
  )
}

export const ExtraForm = ({ agreement, onDirty }: PartProps) => (
  <FieldForm<string[]>
    agreement={agreement}
    onDirty={onDirty}
    name="recipientsExtra"
    title="Дополнительные адреса"
    valueOf={(of) => of.recipientsExtra}
    ability={agreement.abilities.recipientsExtra}
    bodyOf={(addresses) =>
      wrongAddress(addresses) === undefined ? { updateTarget: 3, recipientsExtra: addresses } : 'Исправьте адреса'
    }
  >
    {({ value, set }, isDisabled) => <AddressesField disabled={isDisabled} value={value} onChange={set} />}
  </FieldForm>
)
