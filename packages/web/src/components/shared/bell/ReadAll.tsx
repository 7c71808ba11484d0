import { Button } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { noticesQuery, useMark } from './api.ts'

/** Marks everything as read up to the newest notice shown; those that have arrived meanwhile stay unread. */
export function ReadAll({ unread }: { unread: boolean }) {
  const { data } = useInfiniteQuery(noticesQuery(unread))
  const { mutate, isPending } = useMark()
  const newest = data?.pages[0]?.notices[0]
  const isAllRead = (data?.pages[0]?.unread ?? 0) === 0
  return (
    <Button
      variant="subtle"
      size="compact-sm"
      disabled={!newest || isAllRead}
      loading={isPending}
      onClick={() => newest && mutate({ until: newest.id })}
    >
      Прочитать все
    </Button>
  )
}
