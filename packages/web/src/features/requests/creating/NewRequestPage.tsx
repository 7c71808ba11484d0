import { Button, Input } from '@mantine/core'
import { DraftNotice } from '../../../components/kit/feedback/DraftNotice.tsx'
import { useQuery } from '@tanstack/react-query'
import type { ClipboardEvent } from 'react'
import { useUser } from '../../../api/account.ts'
import { toast } from '../../../components/kit/feedback/toast.tsx'
import { useServerForm } from '../../../components/kit/fields/useServerForm.tsx'
import { BackLink } from '../../../components/kit/link/RouteLinks.tsx'
import formColumn from '../../../components/shared/page/FormColumn.module.css'
import { Page } from '../../../components/shared/page/Page.tsx'
import { forgetFile } from '../../../components/shared/upload/remove.ts'
import { UNFINISHED } from '../../../components/shared/upload/texts.ts'
import { UploadField } from '../../../components/shared/upload/UploadField.tsx'
import { useUploads } from '../../../components/shared/upload/useUploads.ts'
import { useNavigateIfHere } from '../../../components/kit/link/useNavigateIfHere.ts'
import { paths } from '../../../paths.ts'
import classes from './NewRequest.module.css'
import { NewRequestFields } from './NewRequestFields.tsx'
import { createRequest, emptyRequest, requestFormQuery } from './creation.ts'
import type { NewRequest } from './creation.ts'
import { requestCreated } from '../texts.ts'

const FORM = 'new-request'
const DRAFT = 'request.0'
const FILES = 'files'

const rules = (isRivc: boolean) => ({
  company: (company: number | null) => (isRivc && company === null ? 'Выберите компанию' : null),
  module: (module: number | null) => (module === null ? 'Выберите модуль' : null),
  type: (type: number | null) => (type === null ? 'Выберите тип заявки' : null),
  e_title: (title: string) => (title.trim() === '' ? 'Напишите, о чём заявка' : null),
})

/** Creates a request: a client's own, or by staff for a company. */
export function NewRequestPage() {
  const { isRivc } = useUser()
  const home = isRivc ? paths.backlog : paths.clientRequests
  const navigateIfHere = useNavigateIfHere()
  const { form, isSaving, formProps, hasDraft, dropDraft } = useServerForm({
    name: DRAFT,
    initialValues: emptyRequest,
    validate: { ...rules(isRivc), files: () => (uploads.queue.length > 0 ? UNFINISHED : null) },
    save: createRequest,
    changes: ['request'],
    onSaved: ({ id }) => {
      toast.success(requestCreated(id))
      void navigateIfHere({ to: home, search: { open: String(id) } })
    },
    onRefused: ({ errors }) => Object.keys(errors).length > 0,
  })
  const choices = useQuery(requestFormQuery(form.values.company))
  const setFiles = (next: (files: NewRequest['files']) => NewRequest['files']) =>
    form.setValues((values) => ({ ...values, files: next(values.files ?? []) }))
  const uploads = useUploads({
    name: DRAFT,
    isImmediate: true,
    onUploaded: (_place, file) => setFiles((files) => [...files, file]),
  })
  const startAnew = () => {
    uploads.queue.forEach(({ key }) => uploads.cancel(key))
    dropDraft()
  }
  const paste = (event: ClipboardEvent) => {
    if (event.clipboardData.files.length === 0) return
    event.preventDefault()
    uploads.add(FILES, [...event.clipboardData.files])
  }

  return (
    <Page
      title="Новая заявка"
      before={<BackLink to={home}>{isRivc ? 'Бэклог' : 'Мои заявки'}</BackLink>}
      actions={
        <Button type="submit" form={FORM} loading={isSaving} rightSection={<kbd className={classes.key}>Ctrl ↵</kbd>}>
          Создать
        </Button>
      }
    >
      <form id={FORM} {...formProps} className={formColumn.column} aria-label="Новая заявка" onPaste={paste}>
        {hasDraft && <DraftNotice onDrop={startAnew} />}
        <NewRequestFields form={form} choices={choices} isRivc={isRivc} />
        <Input.Wrapper label="Файлы" labelElement="div" size="sm" error={form.errors['files']}>
          <UploadField
            label="Файлы заявки"
            chooseLabel="Выбрать файлы заявки"
            place={FILES}
            files={form.values.files}
            uploads={uploads}
            onRemove={(file) => {
              forgetFile(file)
              setFiles((files) => files.filter(({ id }) => id !== file.id))
            }}
            invitation="Перетащите файлы, нажмите для выбора или вставьте снимок: Ctrl+V"
          />
        </Input.Wrapper>
      </form>
    </Page>
  )
}
