import { Button, Menu } from '@mantine/core'
import type { ReplyOf, requests } from '@vypusk/contract'
import { useDisclosure } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useChange } from '../../api/changes.ts'
import { requestStatusesQuery } from '../../api/lookups.ts'
import { saveStatus } from '../../components/shared/request/api.ts'
import { whenDone } from '../../components/kit/feedback/when-done.ts'
import type { Chosen } from './BacklogDialogs.tsx'
import { sayWhatWasSaved } from './saved.ts'
import { saveInParts } from './saving-many.ts'
import type { Refused } from './saving-many.ts'

type Saved = ReplyOf<typeof requests.saveStatus>

/** Gives many requests a status. */
const useStatusOfMany = () =>
  useChange({
    changes: ['request'],
    mutationFn: ({ ids, status }: { ids: number[]; status: number }) =>
      saveInParts(ids, (part) => saveStatus({ requests: part, status })),
  })

/**
 * Gives each request its former status, with one call for each distinct one. Returns those that somebody has changed
 * since, which stay as they are.
 */
const useTakeBackStatus = () =>
  useChange({
    changes: ['request'],
    mutationFn: async ({ before, status }: { before: Saved['before']; status: number }) => {
      const had = new Map(before.map((one) => [one.request_id, { ...one, status }]))
      const refused: Refused = []
      for (const [former, some] of Map.groupBy(before, (one) => one.status)) {
        const send = (ids: number[]) =>
          saveStatus({ requests: ids, status: former, was: ids.flatMap((id) => had.get(id) ?? []) })
        const ids = some.map(({ request_id }) => request_id)
        refused.push(...(await saveInParts(ids, send)).refused)
      }
      return refused
    },
  })

/** Says what was saved and what was refused, and offers to undo it. */
function useGiving() {
  const { mutateAsync } = useStatusOfMany()
  const takeBack = useTakeBackStatus()
  return ({ ids, clear }: Chosen, status: number) =>
    whenDone(mutateAsync({ ids, status }), ({ before, ...done }) => {
      sayWhatWasSaved(done, () => takeBack.mutateAsync({ before, status }))
      clear()
    })
}

/** Gives the marked requests a status. */
export function StatusMenu({ chosen }: { chosen: Chosen }) {
  const give = useGiving()
  const [wasOpened, { open }] = useDisclosure()
  const { data: statuses = [], isPending, isError, refetch } = useQuery({ ...requestStatusesQuery, enabled: wasOpened })
  return (
    <Menu position="top" onOpen={open}>
      <Menu.Target>
        <Button variant="default">Статус</Button>
      </Menu.Target>
      <Menu.Dropdown>
        {isPending && <Menu.Item disabled>Загружаю статусы…</Menu.Item>}
        {isError && (
          <Menu.Item closeMenuOnClick={false} onClick={() => void refetch()}>
            Статусы не загрузились. Ещё раз
          </Menu.Item>
        )}
        {statuses.map((status) => (
          <Menu.Item key={status.id} onClick={() => give(chosen, status.id)}>
            {status.name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
