import { Alert } from '@mantine/core'
import type { Contact } from '@vypusk/contract'
import type { ReactNode } from 'react'
import { contactChoices } from '../../components/shared/people/contacts.ts'
import { ManyField } from '../../components/kit/fields/ManyField.tsx'
import { addressed } from './add.ts'
import classes from './agreements.module.css'

interface AddresseesFieldsProps {
  /** People of the chosen companies, including those without an e-mail address; undefined while they are loading. */
  people: Contact[] | undefined
  staff: Contact[] | undefined
  /** The brief's sentence when a side has nobody to write to. */
  refusal: string | null
  isDisabled: boolean
  notTo: number[]
  chosenStaff: number[]
  error?: ReactNode
  onNotTo: (ids: number[]) => void
  onStaff: (ids: number[]) => void
}

/** The recipients of the letters on both sides; initially everybody of the companies who has an e-mail address. */
export function AddresseesFields(props: AddresseesFieldsProps) {
  const { people, staff, refusal, isDisabled, notTo, chosenStaff, error } = props
  const value = addressed(people ?? [], notTo).map(({ id }) => id)
  const unreachable = (people ?? []).filter(({ mailuser }) => !mailuser)
  const choose = (ids: number[]) => {
    const left = addressed(people ?? [], []).filter(({ id }) => !ids.includes(id))
    props.onNotTo(left.map(({ id }) => id))
  }
  return (
    <>
      <ManyField
        label="Получатели у клиента"
        description={isDisabled ? 'Сначала выберите компании' : 'Сначала выбраны все, у кого есть почтовый адрес'}
        disabled={isDisabled}
        classNames={{ pillsList: classes.pills }}
        choices={people && contactChoices(people)}
        error={error}
        value={value}
        onChange={choose}
      />
      {unreachable.length > 0 && (
        <p className={classes.unreachable}>
          Без почтового адреса, писем не получат: {unreachable.map(({ name }) => name).join(', ')}
        </p>
      )}
      {refusal && <Alert color="yellow" title={refusal} role="status" />}
      <ManyField
        label="Получатели-сотрудники"
        description="Автор согласования и участники релиза узнают об ответе клиента и без этого"
        disabled={isDisabled}
        choices={staff && contactChoices(staff)}
        value={chosenStaff}
        onChange={props.onStaff}
      />
    </>
  )
}
