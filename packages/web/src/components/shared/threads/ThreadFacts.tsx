import { Button, Checkbox, Group, Select } from '@mantine/core'
import { nameAmong, type threads } from '@vypusk/contract'
import { useQuery } from '@tanstack/react-query'
import { staffQuery } from '../../../api/lookups.ts'
import { formatDay, nearDay } from '../../../ui/dates.ts'
import { Tag } from '../../../ui/Tag.tsx'
import { ConflictAlert, type FieldNames } from '../../kit/conflict/ConflictAlert.tsx'
import { useEditForm } from '../../kit/conflict/useEditForm.ts'
import { DayField } from '../../kit/fields/DayField.tsx'
import { whenEmpty } from '../../kit/fields/when-empty.ts'
import { usePlace } from './place.ts'
import classes from './Threads.module.css'
import { useToday } from '../../../ui/useToday.ts'

interface FactsProps {
  thread: threads.Thread
}

/** Checks whether nobody has answered by the due day. */
const isLate = ({ state, due }: threads.Thread, day: string) => state === 'open' && due !== null && due < day

/** «Отвечает Орлов М. · до 12.03.2026, завтра». */
export function ThreadFacts({ thread }: FactsProps) {
  const { owner, due, blocks, state } = thread
  const late = isLate(thread, useToday())
  return (
    <div className={classes.facts}>
      <Tag tone={blocks && state !== 'closed' ? 'red' : 'grey'}>
        {blocks ? 'держит публикацию' : 'не держит публикацию'}
      </Tag>
      <span>{owner ? `Отвечает ${owner.name}` : 'Отвечать некому'}</span>
      {due && state === 'open' && (
        <span className={late ? classes.late : undefined}>
          {late ? '▲ просрочено: ' : ''}до {[formatDay(due), nearDay(due)].filter(Boolean).join(', ')}
        </span>
      )}
    </div>
  )
}

/** The properties that are edited; a `type`, because forms need an index signature. */
type FactValues = {
  owner: number | null
  due: string | null
  blocks: boolean
}

const valuesOf = ({ owner, due, blocks }: threads.Thread): FactValues => ({ owner: owner?.id ?? null, due, blocks })

/** Only what the person has changed, so that nobody else's change is taken back. */
const changesOf = (base: FactValues, { owner, due, blocks }: FactValues) => ({
  ...(owner !== null && owner !== base.owner ? { owner } : {}),
  ...(due !== base.due ? { due } : {}),
  ...(blocks !== base.blocks ? { blocks } : {}),
})

const fieldNames = (names: ReadonlyMap<number, string>): FieldNames<FactValues> => ({
  owner: ['Отвечает', (id) => (id === null ? null : (names.get(id) ?? String(id)))],
  due: ['Ответить до', (day) => day && formatDay(day)],
  blocks: ['Держит публикацию', (blocks) => (blocks ? 'да' : 'нет')],
})

/**
 * Edits the properties of a thread: staff set who answers and by when, and the side that raised it sets whether the
 * publication waits.
 */
export function FactsForm({ thread, onDone }: FactsProps & { onDone: () => void }) {
  const { acts, isRivc, name } = usePlace()
  const { abilities } = thread
  const staff = useQuery({ ...staffQuery, enabled: isRivc })
  const server = useEditForm<FactValues, threads.Thread, unknown>({
    name: `${name}.thread.${thread.id}.facts`,
    saved: thread,
    valuesOf: (saved = thread) => valuesOf(saved),
    save: async (values, { values: base, version }) =>
      acts.save?.(thread.id, { ...changesOf(base, values), version: version ?? thread.version }),
    onSaved: onDone,
  })
  const { form, isSaving, formProps, dropDraft } = server
  const { owner, blocks } = form.values
  const owners = [thread.owner, server.conflict?.current.owner].filter((one) => one != null)
  const people = [...(staff.data?.users ?? []), ...owners]
  return (
    <form aria-label="Изменить замечание" className={classes.writing} {...formProps}>
      <ConflictAlert
        form={server}
        what="замечание"
        fields={fieldNames(new Map(people.map((each) => [each.id, each.name])))}
      />
      <Group gap="xs" align="flex-start">
        {abilities.owner === true && (
          <Select
            label="Отвечает"
            searchable
            {...whenEmpty(staff, 'Такого сотрудника нет')}
            data={staff.data?.users.map((each, _, all) => ({ value: String(each.id), label: nameAmong(all, each) }))}
            value={owner === null ? null : String(owner)}
            onChange={(id) => id !== null && form.setFieldValue('owner', Number(id))}
          />
        )}
        {abilities.due === true && <DayField label="Ответить до" {...form.getInputProps('due')} />}
      </Group>
      {abilities.blocks === true && (
        <Checkbox
          mt="xs"
          label="Держит публикацию, пока не закрыто"
          checked={blocks}
          onChange={(event) => form.setFieldValue('blocks', event.currentTarget.checked)}
        />
      )}
      <Group gap="xs" mt="xs">
        <Button type="submit" loading={isSaving}>
          Сохранить
        </Button>
        <Button variant="default" disabled={isSaving} onClick={() => (dropDraft(), onDone())}>
          Отмена
        </Button>
      </Group>
    </form>
  )
}
