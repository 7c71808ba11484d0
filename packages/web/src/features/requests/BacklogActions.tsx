import { Button, Menu } from '@mantine/core'
import { ACT_KEYS } from '../../components/shared/keys/keys.ts'
import { StatusMenu } from './StatusMenu.tsx'
import { PRIORITIES } from './useBacklogActs.tsx'
import type { Chosen } from './BacklogDialogs.tsx'
import type { BacklogActing } from './useBacklogActs.tsx'

interface BacklogActionsProps {
  chosen: Chosen
  acting: BacklogActing
}

/** The actions for marked requests. */
export const BacklogActions = ({ chosen, acting: { add, time, save, isPending } }: BacklogActionsProps) => (
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
    <StatusMenu chosen={chosen} />
  </>
)
