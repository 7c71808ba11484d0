import { Button, Skeleton } from '@mantine/core'
import { useIntersection } from '@mantine/hooks'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { sentenceOf } from '../../../api/api-error.ts'
import { NoticeRow } from './NoticeRow.tsx'
import classes from './Notices.module.css'
import { countQuery, noticesQuery, useMark } from './api.ts'

const Loading = () => (
  <div className={classes.state} aria-busy="true" role="status" aria-label="Загрузка уведомлений">
    {[48, 48, 48].map((height, row) => (
      // oxlint-disable-next-line react/no-array-index-key -- three equal bars
      <Skeleton key={row} height={height} mb={8} />
    ))}
  </div>
)

const Failed = ({ error, onRetry }: { error: unknown; onRetry: () => void }) => (
  <div role="alert" className={classes.state}>
    <p>{sentenceOf(error)}</p>
    <Button variant="default" size="compact-sm" onClick={onRetry}>
      Повторить
    </Button>
  </div>
)

const Empty = ({ unread }: { unread: boolean }) => (
  <p className={classes.state}>
    {unread
      ? 'Всё прочитано. Новое появится здесь само.'
      : 'Здесь будет то, что касается вас: согласования, замечания, переносы, упоминания и всё, за чем вы следите.'}
  </p>
)

interface MoreProps {
  isLoading: boolean
  onMore: () => void
}

/** Loads the next portion when the end becomes visible; for the keyboard it is a button. */
function More({ isLoading, onMore }: MoreProps) {
  const { ref, entry } = useIntersection({ rootMargin: '120px' })
  const isNear = entry?.isIntersecting ?? false
  useEffect(() => {
    if (isNear && !isLoading) onMore()
  }, [isNear, isLoading, onMore])
  return (
    <div ref={ref} className={classes.more}>
      <Button variant="subtle" size="compact-sm" loading={isLoading} onClick={onMore}>
        Показать ещё
      </Button>
    </div>
  )
}

interface NoticeListProps {
  /** Only unread notices. */
  unread: boolean
  onFollowed?: () => void
}

/**
 * Notices, newest first, loaded without end. Those that arrive meanwhile are offered above the list and move nothing.
 */
export function NoticeList({ unread, onFollowed }: NoticeListProps) {
  const list = useInfiniteQuery(noticesQuery(unread))
  const { data: count } = useQuery(countQuery)
  const { mutate } = useMark()
  if (!list.data) {
    return list.error ? <Failed error={list.error} onRetry={() => void list.refetch()} /> : <Loading />
  }
  const { pages } = list.data
  const rows = pages.flatMap(({ notices }) => notices)
  const isMore = (count?.newest ?? 0) > (rows[0]?.id ?? 0)
  return (
    <>
      {isMore && (
        <div className={classes.fresh} role="status">
          <Button variant="light" size="compact-sm" fullWidth onClick={() => void list.refetch()}>
            Показать новые
          </Button>
        </div>
      )}
      {rows.length === 0 && <Empty unread={unread} />}
      <ul className={classes.list} aria-label="Уведомления">
        {rows.map((notice) => (
          <NoticeRow
            key={notice.id}
            notice={notice}
            onMark={(read) => mutate({ ids: [notice.id], read })}
            onFollowed={onFollowed}
          />
        ))}
      </ul>
      {list.hasNextPage && <More isLoading={list.isFetchingNextPage} onMore={list.fetchNextPage} />}
    </>
  )
}
