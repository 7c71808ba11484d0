import { Button, TextInput } from '@mantine/core'
import { adminCompanies, decodeName } from '@vypusk/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call, newKey } from '../../../api/client.ts'
import { toast } from '../../../components/feedback/toast.tsx'
import { ManyField } from '../../../components/fields/ManyField.tsx'
import { TheirValues } from '../../../components/fields/TheirValues.tsx'
import { useServerForm } from '../../../components/fields/useServerForm.tsx'
import classes from '../admin.module.css'
import { systemsQuery } from '../../../api/lookups.ts'
import { companyQuery } from './api.ts'

type Detail = adminCompanies.CompanyDetail
/** What the form holds; a `type`, because forms want an index signature. */
type Values = { namecomp: string; modules: number[] }

const valuesOf = (company: Detail | undefined): Values => ({
  namecomp: company ? decodeName(company.namecomp) : '',
  modules: company?.modules.map(({ idmod }) => idmod) ?? [],
})

const validate = { namecomp: (name: string) => (name.trim() ? null : 'Укажите название') }

/** The modules on offer; those the company uses stay on offer though they have been hidden. */
function useModules(company: Detail | undefined) {
  const { data } = useQuery(systemsQuery)
  if (!data) return undefined
  const all = [...(company?.modules ?? []), ...data.systems.flatMap(({ modules }) => modules)]
  const choices = all.map(({ idmod, namemod, system }) => ({ id: idmod, name: namemod, note: system }))
  return [...new Map(choices.map((one) => [one.id, one])).values()]
}

const namesOf = ({ modules }: Detail) => modules.map(({ namemod }) => namemod).join(', ') || '–'

function differences(mine: Detail, theirs: Detail): [name: string, value: string][] {
  const rows: [name: string, of: (company: Detail) => string][] = [
    ['Название', ({ namecomp }) => decodeName(namecomp)],
    ['Модули', namesOf],
    ['Скрыта', ({ is_hidden }) => (is_hidden ? 'да' : 'нет')],
  ]
  return rows.filter(([, of]) => of(mine) !== of(theirs)).map(([name, of]) => [name, of(theirs)])
}

interface CompanyFormProps {
  /** Undefined for a new one. */
  company?: Detail
  onDone: (id: number) => void
}

/** A company's name and what it uses. */
export function CompanyForm({ company, onDone }: CompanyFormProps) {
  // The form stands on what was there when it was opened, whatever arrives meanwhile.
  const [base] = useState(company)
  const [theirs, setTheirs] = useState<Detail | null>(null)
  const [idempotencyKey] = useState(newKey)
  const modules = useModules(base)
  const { form, formProps, isSaving } = useServerForm({
    name: `company.${base?.idcomp ?? 0}`,
    initialValues: valuesOf(base),
    validate,
    save: (body) =>
      base
        ? call(adminCompanies.save, {
            params: { id: base.idcomp },
            body: { ...body, version: (theirs ?? base).version },
            onRefusal: 'throw',
          })
        : call(adminCompanies.create, { body, idempotencyKey, onRefusal: 'throw' }),
    changes: ['company'],
    put: ({ company: saved }) => [[companyQuery(saved.idcomp).queryKey, saved]],
    onSaved: ({ company: saved }) => {
      toast.success(base ? 'Сохранено' : 'Компания создана')
      onDone(saved.idcomp)
    },
    onRefused: ({ status, data, errors }) => {
      if (status === 409) setTheirs(data['current'] as Detail)
      return status === 409 || Object.keys(errors).length > 0
    },
  })
  return (
    <form {...formProps} className={classes.stack} aria-label={base ? 'Изменение компании' : 'Новая компания'}>
      {theirs && base && (
        <TheirValues title="Компанию изменил другой администратор" items={differences(base, theirs)} />
      )}
      <TextInput data-autofocus label="Название" required maxLength={250} {...form.getInputProps('namecomp')} />
      <ManyField
        label="Модули"
        description="Что компания использует: её люди видят заявки и релизы этих модулей"
        clearable
        choices={modules}
        {...form.getInputProps('modules')}
      />
      <div className={classes.buttons}>
        {base && (
          <Button variant="default" onClick={() => onDone(base.idcomp)}>
            Закрыть
          </Button>
        )}
        <Button type="submit" loading={isSaving}>
          {base ? 'Сохранить' : 'Создать'}
        </Button>
      </div>
    </form>
  )
}
