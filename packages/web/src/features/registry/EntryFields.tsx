import { Select, Textarea, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import type { UseQueryResult } from '@tanstack/react-query'
import { nameAmong } from '@vypusk/contract'
import type { Ability, registry } from '@vypusk/contract'
import { DayField } from '../../components/kit/fields/DayField.tsx'
import { DurationField } from '../../components/kit/fields/DurationField.tsx'
import { whenEmpty } from '../../components/kit/fields/when-empty.ts'
import type { Choices } from './api.ts'
import type { EntryValues } from './form-values.ts'
import classes from './registry.module.css'

interface EntryFieldsProps {
  form: UseFormReturnType<EntryValues>
  choices: UseQueryResult<Choices>
  /** The company whose people can be responsible. */
  idcomp: number | null
  /** Whether each field may be changed, or why not; a field that is left out is not shown. */
  abilities: Partial<Record<registry.Field, Ability>>
}

const PRIORITIES = ['1', '2', '3', '4']
type Chosen = 'step' | 'priority' | 'responsible' | 'boss'

/** The fields of an entry; those that may not be changed show the reason. */
export function EntryFields({ form, choices, idcomp, abilities }: EntryFieldsProps) {
  const hold = (field: registry.Field) => {
    const ability = abilities[field]
    return typeof ability === 'string' ? { disabled: true, description: ability } : {}
  }
  const choice = (field: Chosen) => ({
    value: form.values[field] === null ? null : String(form.values[field]),
    error: form.errors[field],
    onChange: (id: string | null) => form.setFieldValue(field, id === null ? null : Number(id)),
    ...hold(field),
  })
  const options = (list: readonly { id: number; name: string }[] | undefined) =>
    list?.map((one) => ({ value: String(one.id), label: nameAmong(list, one) }))
  const { data } = choices
  const own = data?.responsibles.filter((one) => one.idcomp === idcomp)
  const nobody = { clearable: true, searchable: true, placeholder: 'Не назначен', ...whenEmpty(choices, 'Никого нет') }
  return (
    <>
      <TextInput
        data-autofocus
        label="Название"
        required
        maxLength={500}
        {...form.getInputProps('title')}
        {...hold('title')}
      />
      <Textarea
        label="Описание"
        autosize
        minRows={4}
        maxRows={14}
        maxLength={20_000}
        {...form.getInputProps('description')}
        {...hold('description')}
      />
      <div className={classes.pair}>
        <Select
          label="Приоритет"
          placeholder="Без приоритета"
          clearable
          clearButtonProps={{ 'aria-label': 'Убрать приоритет' }}
          data={PRIORITIES}
          {...choice('priority')}
        />
        <DayField label="Срок" {...form.getInputProps('due_date')} {...hold('due_date')} />
        <Select
          label="Ответственный"
          clearButtonProps={{ 'aria-label': 'Убрать ответственного' }}
          {...nobody}
          data={options(own)}
          {...choice('responsible')}
        />
        {abilities.step !== undefined && (
          <Select
            label="Этап"
            allowDeselect={false}
            {...whenEmpty(choices, 'Этапов нет')}
            data={options(data?.steps)}
            {...choice('step')}
          />
        )}
        {abilities.boss !== undefined && (
          <Select
            label="Руководитель"
            clearButtonProps={{ 'aria-label': 'Убрать руководителя' }}
            {...nobody}
            data={options(data?.bosses)}
            {...choice('boss')}
          />
        )}
        {abilities.planned_time !== undefined && (
          <DurationField label="Часы" {...form.getInputProps('planned_time')} {...hold('planned_time')} />
        )}
      </div>
    </>
  )
}
