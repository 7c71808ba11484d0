import { Button, Menu } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { requestStatusesQuery } from '../../api/lookups.ts'
import { ACT_KEYS } from '../../components/shared/keys/keys.ts'
import { PRIORITIES } from './useBacklogActs.tsx'
import type { Chosen } from './BacklogDialogs.tsx'
import type { BacklogActing } from './useBacklogActs.tsx'

interface BacklogActionsProps {
  chosen: Chosen
  acting: BacklogActing
}

function StatusMenu({ chosen, acting: { give } }: BacklogActionsProps) {
  const [wasOpened, { open }] = useDisclosure()
  const { data: statuses = [] } = useQuery({ ...requestStatusesQuery, enabled: wasOpened })
  return (
    <Menu position="top" onOpen={open}>
      <Menu.Target>
        <Button variant="default">Статус</Button>
      </Menu.Target>
      <Menu.Dropdown>
        {statuses.map((status) => (
          <Menu.Item key={status.id} onClick={() => give(chosen, status.id)}>
            {status.name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

const BacklogActions = ({ chosen, acting, acting: { add, time, save, isPending } }: BacklogActionsProps) => (
  <>
    <Button onClick={() => add(chosen)}>Добавить в релиз</Button>
    <Button variant="default" loading={isPending} onClick={() => save(chosen, { inBacklog: true })}>
      Внести в бэклог
    </Button>
    <Button variant="default" disabled={isPending} onClick={() => save(chosen, { inBacklog: false })}>
      Убрать из бэклога
    </Button>
    <Menu position="top">
      <Menu.Target>
        <Button variant="default">Приоритет</Button>
      </Menu.Target>
      <Menu.Dropdown>
        {PRIORITIES.map((priority) => (
          <Menu.Item key={priority} onClick={() => save(chosen, { priority })}>
            {priority}
          </Menu.Item>
        ))}
        <Menu.Item onClick={() => save(chosen, { priority: null })}>{ACT_KEYS.noPriority.what}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
    <Button variant="default" onClick={() => time(chosen)}>
      Часы
    </Button>
    <StatusMenu chosen={chosen} acting={acting} />
  </>
)

/** The actions for marked requests. */
export const barOf = (acting: BacklogActing) => (ids: number[], clear: () => void) => (
  <BacklogActions chosen={{ ids, clear }} acting={acting} />
)
