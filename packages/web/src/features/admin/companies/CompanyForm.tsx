import { Button, TextInput } from '@mantine/core'
import { adminCompanies, decodeName } from '@vypusk/contract'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../../api/client.ts'
import { toast } from '../../../components/kit/feedback/toast.tsx'
import { ConflictAlert, type FieldNames } from '../../../components/kit/conflict/ConflictAlert.tsx'
import { useEditForm } from '../../../components/kit/conflict/useEditForm.ts'
import { DraftNotice } from '../../../components/kit/feedback/DraftNotice.tsx'
import { ManyField } from '../../../components/kit/fields/ManyField.tsx'
import { whenEmpty } from '../../../components/kit/fields/when-empty.ts'
import classes from '../admin.module.css'
import { systemsQuery } from '../../../api/lookups.ts'
import { companyQuery } from './api.ts'

type Detail = adminCompanies.CompanyDetail
/** The values of the form; a `type`, because forms need an index signature. */
type Values = { namecomp: string; modules: number[] }

const valuesOf = (company: Detail | undefined): Values => ({
  namecomp: company ? decodeName(company.namecomp) : '',
  modules: company?.modules.map(({ idmod }) => idmod) ?? [],
})

const validate = { namecomp: (name: string) => (name.trim() ? null : 'Укажите название') }

/** The modules to choose from, and what is said while there are none; those the company uses can be chosen even when they are hidden. */
function useModules(companies: readonly (Detail | undefined)[]) {
  const systems = useQuery(systemsQuery)
  const { data } = systems
  const empty = whenEmpty(systems, 'Ничего не найдено')
  if (!data) return { empty }
  const all = [
    ...companies.flatMap((company) => company?.modules ?? []),
    ...data.systems.flatMap(({ modules }) => modules),
  ]
  const choices = all.map(({ idmod, namemod, system }) => ({ id: idmod, name: namemod, note: system }))
  return { empty, modules: [...new Map(choices.map((one) => [one.id, one])).values()] }
}

interface CompanyFormProps {
  /** Undefined for a new one. */
  company?: Detail
  onDone: (id: number) => void
  /** For a new one that is not created after all. */
  onCancel?: () => void
}

/** Edits a company's name and modules. */
export function CompanyForm({ company, onDone, onCancel }: CompanyFormProps) {
  const server = useEditForm({
    name: `company.${company?.idcomp ?? 0}`,
    saved: company,
    valuesOf,
    validate,
    save: (values, { version }, idempotencyKey) =>
      company && version !== null
        ? call(adminCompanies.save, {
            params: { id: company.idcomp },
            body: { ...values, version },
            onRefusal: 'throw',
          })
        : call(adminCompanies.create, { body: values, idempotencyKey, onRefusal: 'throw' }),
    changes: ['company'],
    put: ({ company: saved }) => [[companyQuery(saved.idcomp).queryKey, saved]],
    savedIn: ({ company: saved }) => saved,
    onSaved: ({ company: saved }) => {
      toast.success(company ? 'Сохранено' : 'Компания создана')
      onDone(saved.idcomp)
    },
    onRefused: ({ errors }) => Object.keys(errors).length > 0,
  })
  const { form, formProps, isSaving, conflict } = server
  const { modules, empty } = useModules([company, conflict?.current])
  const nameOf = (id: number) => modules?.find((module) => module.id === id)?.name ?? String(id)
  const fields: FieldNames<Values> = {
    namecomp: ['Название', (name) => name],
    modules: ['Модули', (ids) => ids.map(nameOf).join(', ')],
  }
  return (
    <form {...formProps} className={classes.stack} aria-label={company ? 'Изменение компании' : 'Новая компания'}>
      {server.hasDraft && <DraftNotice onDrop={server.dropDraft} />}
      <ConflictAlert form={server} what="компанию" fields={fields} />
      <TextInput data-autofocus label="Название" required maxLength={250} {...form.getInputProps('namecomp')} />
      <ManyField
        label="Модули"
        description="Что компания использует: её люди видят заявки и релизы этих модулей"
        clearable
        choices={modules}
        {...empty}
        {...form.getInputProps('modules')}
      />
      <div className={classes.buttons}>
        {company && (
          <Button variant="default" onClick={() => onDone(company.idcomp)}>
            Закрыть
          </Button>
        )}
        {onCancel && (
          <Button variant="default" onClick={() => (server.dropDraft(), onCancel())}>
            Отмена
          </Button>
        )}
        <Button type="submit" loading={isSaving}>
          {company ? 'Сохранить' : 'Создать'}
        </Button>
      </div>
    </form>
  )
}
