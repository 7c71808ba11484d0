import { Button } from '@mantine/core'
import { adminPeople } from '@vypusk/contract'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../../api/client.ts'
import { toast } from '../../../components/kit/feedback/toast.tsx'
import { ConflictAlert } from '../../../components/kit/conflict/ConflictAlert.tsx'
import { useEditForm } from '../../../components/kit/conflict/useEditForm.ts'
import { DraftNotice } from '../../../components/kit/feedback/DraftNotice.tsx'
import { companyNaming } from '../../../components/shared/company/choices.ts'
import classes from '../admin.module.css'
import { PersonFields } from './PersonFields.tsx'
import { personQuery } from './api.ts'
import { companiesQuery } from '../../../api/lookups.ts'
import { bodyOf, fieldNames, validate, valuesOf } from './values.ts'

interface PersonFormProps {
  person: adminPeople.PersonDetail
  onClose: () => void
}

/** Edits a person beside the list. */
export function PersonForm({ person, onClose }: PersonFormProps) {
  const { data } = useQuery(companiesQuery)
  const server = useEditForm({
    name: `person.${person.id}`,
    saved: person,
    valuesOf,
    validate,
    save: (values, { version }) =>
      call(adminPeople.save, {
        params: { id: person.id },
        body: { ...bodyOf(values), version: version ?? person.version },
        onRefusal: 'throw',
      }),
    changes: ['user'],
    put: ({ person: saved }) => [[personQuery(saved.id).queryKey, saved]],
    savedIn: ({ person: saved }) => saved,
    onSaved: () => {
      toast.success('Сохранено')
      onClose()
    },
    onRefused: ({ errors }) => Object.keys(errors).length > 0,
  })
  const { form, formProps, isSaving, conflict } = server
  const companyOf = companyNaming(data?.companies, [person.company, conflict?.current.company])
  return (
    <form {...formProps} className={classes.stack} aria-label="Изменение человека">
      {server.hasDraft && <DraftNotice onDrop={server.dropDraft} />}
      <ConflictAlert form={server} what="данные человека" fields={fieldNames(companyOf)} />
      <PersonFields
        form={form}
        mayAdminister={person.isAdmin ? person.abilities.isAdmin : true}
        isKept={person.directory !== null}
        own={person.company}
      />
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
