import type { registry } from '@vypusk/contract'
import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useChange } from '../../api/changes.ts'
import { useUser } from '../../api/account.ts'
import { Loaded } from '../../components/kit/data-table/Loaded.tsx'
import { withMentions } from '../../components/kit/fields/mentions.ts'
import { readComments } from '../../components/shared/registry/api.ts'
import { FreshMark, Mention, TalkList, TalkRow } from '../../components/shared/threads/TalkRow.tsx'
import { Section } from '../../ui/Section.tsx'
import { useIsVisible } from '../../ui/useIsVisible.ts'
import { CommentForm } from './CommentForm.tsx'
import { commentsQuery } from './api.ts'
import panel from '../../components/shared/page/Panel.module.css'
import { sideLabels } from './texts.ts'

type Comment = registry.RegistryComment
const NONE: ReadonlySet<number> = new Set()

/**
 * Marks comments as read on the server when they are shown to somebody: those that came into a tab in the background
 * wait until it is looked at. Here they stay highlighted while the panel is open.
 */
function useFresh(id: number, comments: readonly Comment[] | undefined): ReadonlySet<number> {
  const [fresh, setFresh] = useState(NONE)
  const { mutate } = useChange({
    changes: ['registry_entry'],
    mutationFn: (until: number) => readComments({ id, until }),
  })
  const unread = comments?.filter(({ is_unread }) => is_unread).map((comment) => comment.id) ?? []
  const isNew = unread.some((one) => !fresh.has(one))
  // Setting state during rendering is React's way of remembering what a render has seen.
  if (isNew) setFresh(new Set([...fresh, ...unread]))
  const last = unread.at(-1)
  const isLookedAt = useIsVisible()
  useEffect(() => {
    if (last !== undefined && isLookedAt) mutate(last)
  }, [last, isLookedAt, mutate])
  return fresh
}

const CommentRow = ({ comment, isOwn, isFresh }: { comment: Comment; isOwn: boolean; isFresh: boolean }) => (
  <TalkRow
    who={comment.user.name}
    side={sideLabels[comment.side]}
    at={comment.created_at}
    isOwn={isOwn}
    marks={isFresh && <FreshMark />}
    isFresh={isFresh}
  >
    <p className={panel.text}>
      {withMentions(comment.comment, comment.mentions).map(({ text, isMention, at }) =>
        isMention ? <Mention key={at}>{text}</Mention> : text,
      )}
    </p>
  </TalkRow>
)

/** The comments of both sides on an entry, in order of time. */
export function Talk({ id }: { id: number }) {
  const { isRivc } = useUser()
  const result = useQuery(commentsQuery(id))
  const fresh = useFresh(id, result.data)
  const own = isRivc ? 'rivc' : 'client'
  return (
    <Section title="Комментарии" aside={result.data?.length}>
      {/* Nobody answers without having seen what has been said. */}
      <Loaded result={result} failed="Комментарии не загрузились" loading={<Skeleton height={64} />}>
        {(comments) => (
          <>
            {comments.length > 0 && (
              <TalkList label="Комментарии обеих сторон">
                {comments.map((comment) => (
                  <CommentRow
                    key={comment.id}
                    comment={comment}
                    isOwn={comment.side === own}
                    isFresh={fresh.has(comment.id)}
                  />
                ))}
              </TalkList>
            )}
            <CommentForm id={id} />
          </>
        )}
      </Loaded>
    </Section>
  )
}
