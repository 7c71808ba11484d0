import { Button } from '@mantine/core'
import { adminPeople } from '@vypusk/contract'
import { useState } from 'react'
import { call } from '../../../api/client.ts'
import { toast } from '../../../components/feedback/toast.tsx'
import { TheirValues } from '../../../components/fields/TheirValues.tsx'
import { useServerForm } from '../../../components/fields/useServerForm.tsx'
import classes from '../admin.module.css'
import { PersonFields } from './PersonFields.tsx'
import { personQuery } from './api.ts'
import { bodyOf, differences, validate, valuesOf } from './values.ts'

interface PersonFormProps {
  person: adminPeople.PersonDetail
  onClose: () => void
}

/** One person, changed beside the list. */
export function PersonForm({ person, onClose }: PersonFormProps) {
  // The form stands on what was there when it was opened, whatever arrives meanwhile.
  const [base] = useState(person)
  const [theirs, setTheirs] = useState<adminPeople.PersonDetail | null>(null)
  const { form, formProps, isSaving } = useServerForm({
    name: `person.${person.id}`,
    initialValues: valuesOf(base),
    validate,
    save: (values) =>
      call(adminPeople.save, {
        params: { id: base.id },
        body: { ...bodyOf(values), version: (theirs ?? base).version },
        onRefusal: 'throw',
      }),
    changes: ['user'],
    put: ({ person: saved }) => [[personQuery(saved.id).queryKey, saved]],
    onSaved: () => {
      toast.success('Сохранено')
      onClose()
    },
    onRefused: ({ status, data, errors }) => {
      if (status === 409) setTheirs(data['current'] as adminPeople.PersonDetail)
      return status === 409 || Object.keys(errors).length > 0
    },
  })
  return (
    <form {...formProps} className={classes.stack} aria-label="Изменение человека">
      {theirs && <TheirValues title="Эту запись изменил другой администратор" items={differences(base, theirs)} />}
      <PersonFields form={form} mayAdminister={person.isAdmin ? person.abilities.isAdmin : true} />
      <div className={classes.buttons}>
        <Button variant="default" onClick={onClose}>
          Закрыть
        </Button>
        <Button type="submit" loading={isSaving}>
          Сохранить
        </Button>
      </div>
    </form>
  )
}
