import { Alert, Button, Checkbox, Group, Select } from '@mantine/core'
import type { threads } from '@vypusk/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { staffQuery } from '../../../api/lookups.ts'
import { formatDay, nearDay, today } from '../../../ui/dates.ts'
import { Tag } from '../../../ui/Tag.tsx'
import { DayField } from '../../kit/fields/DayField.tsx'
import { formOf } from '../../kit/fields/unread.ts'
import { usePlace } from './place.ts'
import classes from './Threads.module.css'

interface FactsProps {
  thread: threads.Thread
}

/** Checks whether nobody has answered by the due day. */
const isLate = ({ state, due }: threads.Thread) => state === 'open' && due !== null && due < today()

/** «Отвечает Орлов М. · до 12.03.2026, завтра». */
export function ThreadFacts({ thread }: FactsProps) {
  const { owner, due, blocks, state } = thread
  const late = isLate(thread)
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

/**
 * Edits the properties of a thread: staff set who answers and by when, and the side that raised it sets whether the
 * publication waits.
 */
export function FactsForm({ thread, onDone }: FactsProps & { onDone: () => void }) {
  const { acts, isRivc } = usePlace()
  const { abilities } = thread
  const { data: staff } = useQuery({ ...staffQuery, enabled: isRivc })
  const [owner, setOwner] = useState(thread.owner?.id ?? null)
  const [due, setDue] = useState(thread.due)
  const [blocks, setBlocks] = useState(thread.blocks)
  const [isPending, setPending] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  const save = async () => {
    setPending(true)
    const change = {
      ...(abilities.owner === true && owner !== null ? { owner } : {}),
      ...(abilities.due === true ? { due } : {}),
      ...(abilities.blocks === true ? { blocks } : {}),
    }
    const refused = (await acts.save?.(thread, change)) ?? null
    setPending(false)
    setRefusal(refused)
    if (refused === null) onDone()
  }
  return (
    <form aria-label="Изменить замечание" className={classes.writing} {...formOf(() => void save())}>
      <Group gap="xs" align="flex-start">
        {abilities.owner === true && (
          <Select
            label="Отвечает"
            searchable
            nothingFoundMessage="Такого сотрудника нет"
            data={staff?.users.map(({ id, name }) => ({ value: String(id), label: name }))}
            value={owner === null ? null : String(owner)}
            onChange={(id) => id !== null && setOwner(Number(id))}
          />
        )}
        {abilities.due === true && <DayField label="Ответить до" value={due} onChange={setDue} />}
      </Group>
      {abilities.blocks === true && (
        <Checkbox
          mt="xs"
          label="Держит публикацию, пока не закрыто"
          checked={blocks}
          onChange={(event) => setBlocks(event.currentTarget.checked)}
        />
      )}
      {refusal && <Alert color="red" mt="xs" title={refusal} role="alert" />}
      <Group gap="xs" mt="xs">
        <Button type="submit" loading={isPending}>
          Сохранить
        </Button>
        <Button variant="default" disabled={isPending} onClick={onDone}>
          Отмена
        </Button>
      </Group>
    </form>
  )
}
