import { Button, Menu, Popover, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useState } from 'react'
import type { SyntheticEvent } from 'react'
import { toast } from '../../components/kit/feedback/toast.tsx'
import { whenDone } from '../../components/kit/feedback/when-done.ts'
import { readDuration } from '../../ui/duration.ts'
import { AddToReleaseDialog } from './AddToReleaseDialog.tsx'
import { useSaveMany, useTakeBackMany } from './api.ts'
import type { ManyWish } from './api.ts'
import { REQUEST_SAVED } from '../../components/shared/request-text/texts.ts'
import { requestsCount } from './texts.ts'

const PRIORITIES = [5, 4, 3, 2, 1, null]

/** Saves a wish for marked requests, names the refused ones with the reason, and can take it all back. */
function useManyWish(ids: number[], clear: () => void) {
  const { mutateAsync, isPending } = useSaveMany()
  const takeBack = useTakeBackMany()
  const save = (wish: ManyWish) =>
    whenDone(mutateAsync({ ids, wish }), ({ saved, refused, before }) => {
      if (refused.length > 0) toast.error(refused.map(({ id, reason }) => `${id}: ${reason}`).join('; '))
      const said = saved.length === 1 ? REQUEST_SAVED : `Сохранено: ${requestsCount(saved.length)}`
      if (saved.length > 0) toast.undo(said, () => whenDone(takeBack.mutateAsync({ before, wish })))
      clear()
    })
  return { save, isPending }
}

/** The same hours for all marked requests; nothing typed takes them off. */
const HoursPopover = ({ onSave }: { onSave: (planned_time: number | null) => void }) => {
  const [opened, setOpened] = useState(false)
  const [typed, setTyped] = useState('')
  const read = readDuration(typed)
  const save = (event: SyntheticEvent) => {
    event.preventDefault()
    if (read.fault !== null) return
    setOpened(false)
    onSave(read.minutes)
  }
  return (
    <Popover opened={opened} onChange={setOpened} trapFocus width={220} position="top">
      <Popover.Target>
        <Button variant="default" onClick={() => setOpened(!opened)}>
          Часы
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Часы отмеченных">
        <form onSubmit={save}>
          <TextInput
            label="Часы каждой заявки"
            placeholder="ЧЧ:ММ"
            size="xs"
            value={typed}
            error={read.fault}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
          <Button type="submit" size="compact-sm" mt="xs">
            {typed.trim() === '' ? 'Убрать часы' : 'Сохранить'}
          </Button>
        </form>
      </Popover.Dropdown>
    </Popover>
  )
}

interface BacklogActionsProps {
  ids: number[]
  clear: () => void
}

/** What can be done with marked requests. */
export function BacklogActions({ ids, clear }: BacklogActionsProps) {
  const [adding, dialog] = useDisclosure(false)
  const { save, isPending } = useManyWish(ids, clear)
  return (
    <>
      <Button onClick={dialog.open}>Добавить в релиз</Button>
      <Button variant="default" loading={isPending} onClick={() => save({ inBacklog: true })}>
        Внести в бэклог
      </Button>
      <Button variant="default" disabled={isPending} onClick={() => save({ inBacklog: false })}>
        Убрать из бэклога
      </Button>
      <Menu position="top">
        <Menu.Target>
          <Button variant="default">Приоритет</Button>
        </Menu.Target>
        <Menu.Dropdown>
          {PRIORITIES.map((priority) => (
            <Menu.Item key={priority} onClick={() => save({ priority })}>
              {priority ?? 'Без приоритета'}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      <HoursPopover onSave={(planned_time) => save({ planned_time })} />
      <AddToReleaseDialog ids={ids} opened={adding} onClose={dialog.close} onAdded={clear} />
    </>
  )
}
