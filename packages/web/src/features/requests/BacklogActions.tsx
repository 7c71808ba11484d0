import { Button, Menu } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { sentenceOf } from '../../api/api-error.ts'
import { toast } from '../../components/feedback/toast.tsx'
import { AddToReleaseDialog } from './AddToReleaseDialog.tsx'
import { useSaveMany } from './api.ts'
import { REQUEST_SAVED, requestsCount } from './texts.ts'

const PRIORITIES = [5, 4, 3, 2, 1, null]

interface BacklogActionsProps {
  ids: number[]
  clear: () => void
}

type Wish = { inBacklog: boolean } | { priority: number | null }

/** What can be done with marked requests; those the server refuses are named with its reason. */
export function BacklogActions({ ids, clear }: BacklogActionsProps) {
  const [adding, dialog] = useDisclosure(false)
  const { mutate, isPending } = useSaveMany()
  const save = (wish: Wish) =>
    mutate(
      { requests: ids, ...wish },
      {
        onSuccess: ({ saved, refused }) => {
          if (refused.length > 0) toast.error(refused.map(({ id, reason }) => `${id}: ${reason}`).join('; '))
          else toast.success(ids.length === 1 ? REQUEST_SAVED : `Сохранено: ${requestsCount(saved.length)}`)
          clear()
        },
        onError: (error) => toast.error(sentenceOf(error)),
      },
    )
  return (
    <>
      <Button onClick={dialog.open}>Добавить в релиз</Button>
      <Button variant="default" loading={isPending} onClick={() => save({ inBacklog: true })}>
        Внести в бэклог
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
      <AddToReleaseDialog ids={ids} opened={adding} onClose={dialog.close} onAdded={clear} />
    </>
  )
}
