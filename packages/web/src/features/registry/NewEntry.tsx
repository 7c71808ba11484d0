import { Button } from '@mantine/core'
import { registry } from '@vypusk/contract'
import type { Ability } from '@vypusk/contract'
import { useQuery } from '@tanstack/react-query'
import { useUser } from '../../api/account.ts'
import { call } from '../../api/client.ts'
import { DraftNotice } from '../../components/kit/feedback/DraftNotice.tsx'
import { toast } from '../../components/kit/feedback/toast.tsx'
import { useServerForm } from '../../components/kit/fields/useServerForm.tsx'
import { useNavigateIfHere } from '../../components/kit/link/useNavigateIfHere.ts'
import { paths } from '../../paths.ts'
import { CompanyField } from './CompanyField.tsx'
import { EntryFields } from './EntryFields.tsx'
import { RequestField } from './RequestField.tsx'
import { choicesQuery } from './api.ts'
import { bodyOfForm, emptyEntry } from './form-values.ts'
import classes from './registry.module.css'
import { ENTRY_CREATED } from './texts.ts'

const clients: Partial<Record<registry.Field, Ability>> = {}
const staffs: typeof clients = { step: true, boss: true, planned_time: true }

/** Creates one entry, from scratch or from a request. */
export function NewEntry({ request }: { request: number | null }) {
  const { isRivc, company } = useUser()
  const navigateIfHere = useNavigateIfHere()
  const choices = useQuery(choicesQuery)
  const { form, isSaving, formProps, hasDraft, dropDraft } = useServerForm({
    name: request === null ? 'registry.0' : `registry.0.${request}`,
    initialValues: { ...emptyEntry, request },
    save: (values, idempotencyKey) =>
      call(registry.createEntry, { body: bodyOfForm(emptyEntry, values), idempotencyKey }),
    changes: ['registry_entry'],
    onSaved: ({ entry }) => {
      toast.success(ENTRY_CREATED)
      void navigateIfHere({ to: paths.registry, search: { open: String(entry.id) } })
    },
    onRefused: ({ errors }) => Object.keys(errors).length > 0,
  })
  const idcomp = isRivc ? form.values.company : (company?.idcomp ?? null)
  return (
    <div className={classes.scroll}>
      <form {...formProps} className={classes.form} aria-label="Новая запись реестра">
        {hasDraft && <DraftNotice onDrop={dropDraft} />}
        <RequestField
          value={form.values.request}
          error={form.errors['request']}
          onChange={(chosen) => {
            form.setFieldValue('request', chosen?.id ?? null)
            if (!chosen) return
            if (form.values.title.trim() === '') form.setFieldValue('title', chosen.e_title)
            if (isRivc) form.setValues({ company: chosen.idcomp, responsible: null })
          }}
        />
        {isRivc && (
          <CompanyField
            value={form.values.company}
            error={form.errors['company']}
            onChange={(chosen) => form.setValues({ company: chosen, responsible: null })}
          />
        )}
        <EntryFields form={form} choices={choices} idcomp={idcomp} abilities={isRivc ? staffs : clients} />
        <div className={classes.buttons}>
          <Button type="submit" loading={isSaving}>
            Создать
          </Button>
        </div>
      </form>
    </div>
  )
}
