import { Button } from '@mantine/core'
import type { registry } from '@vypusk/contract'
import { useQuery } from '@tanstack/react-query'
import { useUser } from '../../api/account.ts'
import { toast } from '../../components/kit/feedback/toast.tsx'
import { ConflictAlert } from '../../components/kit/conflict/ConflictAlert.tsx'
import { useEditForm } from '../../components/kit/conflict/useEditForm.ts'
import { EntryFields } from './EntryFields.tsx'
import { choicesQuery, updateEntry } from './api.ts'
import type { Entry } from './api.ts'
import { bodyOfForm, fieldNames, valuesOf } from './form-values.ts'
import type { EntryValues } from './form-values.ts'
import classes from './registry.module.css'
import { ENTRY_SAVED } from './texts.ts'

interface EntryFormProps {
  entry: registry.RegistryEntryDetail
  onClose: () => void
}

/** Edits the whole entry in the panel: for when cells are too narrow, and on a phone. */
export function EntryForm({ entry, onClose }: EntryFormProps) {
  const { isRivc } = useUser()
  const choices = useQuery(choicesQuery)
  const server = useEditForm<EntryValues, Entry, unknown>({
    name: `registry.${entry.id}`,
    saved: entry,
    valuesOf: (saved = entry) => valuesOf(saved),
    save: (values, base) =>
      updateEntry({ ...bodyOfForm(base.values, values), id: entry.id, version: base.version ?? entry.version }),
    changes: ['registry_entry'],
    onSaved: () => {
      toast.success(ENTRY_SAVED)
      onClose()
    },
    onRefused: ({ errors }) => Object.keys(errors).length > 0,
  })
  const { form, isSaving, formProps } = server
  const { planned_time, ...seen } = entry.abilities
  return (
    <form {...formProps} className={classes.stack} aria-label="Изменение записи">
      <ConflictAlert form={server} what="запись" fields={fieldNames(choices.data, entry, server.conflict?.current)} />
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
