import { Button } from '@mantine/core'
import { registry } from '@vypusk/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useUser } from '../../api/account.ts'
import { call } from '../../api/client.ts'
import { toast } from '../../components/feedback/toast.tsx'
import { TheirValues } from '../../components/fields/TheirValues.tsx'
import { useServerForm } from '../../components/fields/useServerForm.tsx'
import { EntryFields } from './EntryFields.tsx'
import { choicesQuery } from './api.ts'
import type { Entry } from './api.ts'
import { inWords } from './changes.ts'
import { bodyOfForm, changedFields, valuesOf } from './form-values.ts'
import classes from './registry.module.css'
import { ENTRY_SAVED } from './texts.ts'

interface EntryFormProps {
  entry: registry.RegistryEntryDetail
  onClose: () => void
}

/** The whole entry at once, in the panel: where cells are too narrow, and on a phone. */
export function EntryForm({ entry, onClose }: EntryFormProps) {
  const { isRivc } = useUser()
  const { data: choices } = useQuery(choicesQuery)
  // The form stands on what was there when it was opened, whatever arrives meanwhile.
  const [base] = useState(entry)
  const [theirs, setTheirs] = useState<Entry | null>(null)
  const { form, isSaving, formProps } = useServerForm({
    name: `registry.${entry.id}`,
    initialValues: valuesOf(base),
    save: (values) =>
      call(registry.updateEntry, {
        body: { ...bodyOfForm(valuesOf(base), values), id: base.id, version: (theirs ?? base).version },
      }),
    changes: ['registry_entry'],
    onSaved: () => {
      toast.success(ENTRY_SAVED)
      onClose()
    },
    onRefused: ({ status, data, errors }) => {
      if (status === 409) setTheirs(data['current'] as Entry)
      return status === 409 || Object.keys(errors).length > 0
    },
  })
  const { planned_time, ...seen } = entry.abilities
  return (
    <form {...formProps} className={classes.stack} aria-label="Изменение записи">
      {theirs && (
        <TheirValues
          title="Запись изменил другой человек"
          items={changedFields(valuesOf(base), valuesOf(theirs)).map((field) => [
            registry.fieldTitles[field],
            inWords(field, theirs[field]),
          ])}
        />
      )}
      <EntryFields
        form={form}
        choices={choices}
        idcomp={entry.company.idcomp}
        abilities={isRivc ? { ...seen, planned_time } : seen}
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
