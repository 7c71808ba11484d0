import { Select, Textarea, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import type { UseQueryResult } from '@tanstack/react-query'
import { decodeName, requests } from '@vypusk/contract'
import type { Module, ReplyOf } from '@vypusk/contract'
import { whenEmpty } from '../../../components/kit/fields/when-empty.ts'
import classes from './NewRequest.module.css'
import type { NewRequest } from './creation.ts'
import { PriorityField, UrgencyField } from './UrgencyFields.tsx'

export const TITLE_LIMIT = 500

const bySystem = (modules: readonly Module[]) =>
  [...Map.groupBy(modules, ({ system }) => system)].map(([group, own]) => ({
    group,
    items: own.map(({ idmod, namemod }) => ({ value: String(idmod), label: namemod })),
  }))

interface NewRequestFieldsProps {
  form: UseFormReturnType<NewRequest>
  /** What is offered, for the chosen company. */
  choices: UseQueryResult<ReplyOf<typeof requests.requestForm>>
  isRivc: boolean
}

/** The fields of a new request; staff choose the company first, because its modules depend on it. */
export function NewRequestFields({ form, choices, isRivc }: NewRequestFieldsProps) {
  const choice = (name: 'company' | 'module' | 'type') => ({
    size: 'sm',
    value: form.values[name] === null ? null : String(form.values[name]),
    error: form.errors[name],
    onChange: (id: string | null) => form.setFieldValue(name, id === null ? null : Number(id)),
  })
  const offered = choices.data
  const isEarly = isRivc && form.values.company === null
  return (
    <>
      {isRivc && (
        <Select
          label="Компания"
          required
          searchable
          {...whenEmpty(choices, 'Такой компании нет')}
          data={offered?.companies.map(({ idcomp, namecomp }) => ({
            value: String(idcomp),
            label: decodeName(namecomp),
          }))}
          {...choice('company')}
          onChange={(id) => form.setValues({ company: id === null ? null : Number(id), module: null })}
        />
      )}
      <div className={classes.pair}>
        <Select
          label="Модуль"
          required
          searchable
          disabled={isEarly}
          placeholder={isEarly ? 'Сначала выберите компанию' : undefined}
          {...whenEmpty(choices, 'Такого модуля нет')}
          data={bySystem(offered?.modules ?? [])}
          {...choice('module')}
        />
        <Select
          label="Тип"
          required
          {...whenEmpty(choices, 'Типов нет')}
          data={offered?.types.map(({ id, name }) => ({ value: String(id), label: name }))}
          {...choice('type')}
        />
      </div>
      <TextInput label="О чём заявка" required size="sm" maxLength={TITLE_LIMIT} {...form.getInputProps('e_title')} />
      <Textarea
        label="Подробно"
        description="Что происходит, чего вы ждёте, на каком примере это видно"
        size="sm"
        autosize
        minRows={6}
        maxRows={16}
        maxLength={requests.MAX_TEXT}
        {...form.getInputProps('text')}
      />
      <div className={classes.pair}>
        <UrgencyField
          size="sm"
          value={form.values.urgency}
          error={form.errors['urgency']}
          onChange={(urgency) => form.setFieldValue('urgency', urgency)}
        />
        <PriorityField
          size="sm"
          value={form.values.priority}
          error={form.errors['priority']}
          onChange={(priority) => form.setFieldValue('priority', priority)}
        />
      </div>
    </>
  )
}
