import { talks, threads } from '@vypusk/contract'
import type { BodyInput, Outcome, QueryInput } from '@vypusk/contract'
import { queryOptions } from '@tanstack/react-query'
import type { QueryFunctionContext, QueryKey } from '@tanstack/react-query'
import { useChange } from '../../../api/changes.ts'
import type { Changed } from '../../../api/changes.ts'
import { call } from '../../../api/client.ts'
import { currentOf } from '../../../api/conflict.ts'
import { queryClient } from '../../../api/query-client.ts'
import { showNotice } from '../../kit/feedback/notices.ts'
import type { Notice } from '../../kit/feedback/notices.ts'
import { OF_AGREEMENT } from '../agreement/api.ts'
import { refusalText } from '../agreement/refusal-text.ts'
import { depthOf, keepOpened, type Depth } from './earlier.ts'
import type { Acts } from './place.ts'

interface List extends Depth {
  threads: threads.Thread[]
}

const readList =
  (entity: threads.Subject, id: number) =>
  async ({ client, queryKey, signal }: Pick<QueryFunctionContext, 'client' | 'queryKey' | 'signal'>): Promise<List> => {
    const { last, query } = depthOf(client, queryKey)
    return { ...(await call(threads.of, { params: { entity, id }, query, signal, onRefusal: 'throw' })), last }
  }

/** The remarks of an agreement. */
export const threadsQuery = (id: number) =>
  queryOptions({
    queryKey: ['agreement', 'threads', id],
    queryFn: readList('agreement', id),
    meta: { live: ['release', 'user'] },
    placeholderData: undefined,
  })

/** Updates the list with the current state of one of its threads, of which so many entries were asked for. */
const withThread =
  (thread: threads.Thread, { last }: Depth) =>
  (before: List | undefined): List | undefined =>
    before &&
    keepOpened(before, {
      last,
      threads: before.threads.some(({ id }) => id === thread.id)
        ? before.threads.map((one) => (one.id === thread.id ? thread : one))
        : [...before.threads, thread],
    })

type Saved = { thread: threads.Thread; mail: Outcome }
type Depths = QueryInput<typeof threads.of>
/** Makes the call of a save, whose reply has as many entries as the query says. */
type Send = (query: Depths) => Promise<Saved>
interface Keeping {
  send: Send
  /** As many entries as were shown when it was sent. */
  depth: ReturnType<typeof depthOf>
}

export const RAISED = 'Замечание отправлено'
export const ANSWERED = 'Ответ отправлен'
export const CLOSED = 'Замечание закрыто'
export const SETTLED = 'Отмечено: ответ не нужен'

const MAIL_FAILED = 'Письмо об этом не ушло. Обратитесь к администратору'

/** What was done to a remark, and whether the letter about it failed. */
export const keptNotice = (done: string, mail: Outcome): Notice =>
  mail === 'failed' ? { text: `${done}. ${MAIL_FAILED}`, isMailError: true } : { text: done, isMailError: false }

/** The conversation about a request; null until somebody has written something. */
export const talkQuery = (id: number) =>
  queryOptions({
    queryKey: ['request', 'talk', id],
    queryFn: readList('request', id),
    meta: { live: ['user'] },
    placeholderData: undefined,
  })

/** The people who can be mentioned in it. */
export const talkPeopleQuery = (id: number) =>
  queryOptions({
    queryKey: ['request', 'talk-people', id],
    queryFn: async ({ signal }) => (await call(talks.people, { params: { id }, signal, onRefusal: 'throw' })).people,
    meta: { live: ['user'] },
    placeholderData: undefined,
  })

const OF_REQUEST: readonly Changed[] = ['request']

/** Saves an entry, puts the thread into the list, and reports that it was saved. */
function useKeeping(queryKey: QueryKey, changes: readonly Changed[]) {
  const { mutateAsync } = useChange({
    changes,
    put: ({ thread }: Saved, { depth }: Keeping) => [[queryKey, withThread(thread, depth)]],
    mutationFn: ({ send, depth }: Keeping) => send(depth.query),
  })
  /** @param done the message when it has been saved */
  const keep = async (done: string, send: Send): Promise<void> => {
    const depth = depthOf(queryClient, queryKey)
    try {
      const { mail } = await mutateAsync({ send, depth })
      showNotice(keptNotice(done, mail))
    } catch (error) {
      // Somebody else was faster: the list shows the current state.
      const current = currentOf<threads.Thread>(error)
      if (current) queryClient.setQueryData(queryKey, withThread(current, depth))
      throw error
    }
  }
  const kept = (done: string, send: Send): Promise<string | null> => keep(done, send).then(() => null, refusalText)
  return { keep, kept }
}

const onRefusal = 'throw'

export const raiseRemark = (agreement_id: number, body: BodyInput<typeof threads.raise>) =>
  call(threads.raise, { params: { entity: 'agreement', id: agreement_id }, body, onRefusal })

/** Where the thread itself is not shown, one entry of it is enough. */
const ONE = { last: 1 }

export const answerThread = (id: number, body: BodyInput<typeof threads.answer>, query: Depths = ONE) =>
  call(threads.answer, { params: { id }, query, body, onRefusal })

export const turnThread = (id: number, body: BodyInput<typeof threads.turn>, query: Depths = ONE) =>
  call(threads.turn, { params: { id }, query, body, onRefusal })

/** What a signed-in person can do with the remarks of an agreement. */
export function useThreadActs(agreement_id: number): Acts {
  const keeping = useKeeping(threadsQuery(agreement_id).queryKey, OF_AGREEMENT)
  return {
    raise: ({ html, files, blocks }) => keeping.kept(RAISED, () => raiseRemark(agreement_id, { html, files, blocks })),
    ...actsOfOne(keeping),
  }
}

/** What can be done in the conversation about a request: writing to both sides or internally. */
export function useTalkActs(request_id: number) {
  const keeping = useKeeping(talkQuery(request_id).queryKey, OF_REQUEST)
  const { kept } = keeping
  const params = { id: request_id }
  return {
    ...actsOfOne(keeping),
    say: (body: BodyInput<typeof talks.say>) =>
      kept(body.internal ? 'Записано для своих' : 'Сообщение отправлено', (query) =>
        call(talks.say, { params, query, body, onRefusal }),
      ),
    settle: ({ id, version }: threads.Thread) =>
      kept(SETTLED, (query) => turnThread(id, { state: 'closed', version }, query)),
  }
}

const actsOfOne = ({ keep, kept }: ReturnType<typeof useKeeping>): Omit<Acts, 'raise'> => ({
  answer: ({ id }, { html, files, internal }) =>
    kept(internal ? 'Записано для своих' : ANSWERED, (query) => answerThread(id, { html, files, internal }, query)),
  turn: ({ id, version }, to) =>
    kept(to.state === 'closed' ? CLOSED : 'Замечание открыто снова', (query) =>
      turnThread(id, { ...to, version }, query),
    ),
  save: (id, body) => keep('Сохранено', (query) => call(threads.save, { params: { id }, query, body, onRefusal })),
  rewrite: ({ id }, { id: entry_id, version }, words) =>
    kept('Сохранено', (query) =>
      call(threads.rewrite, { params: { id, entry_id }, query, body: { ...words, version }, onRefusal }),
    ),
  withdraw: ({ id }, entry_id) =>
    kept('Отозвано', (query) => call(threads.withdraw, { params: { id, entry_id }, query, onRefusal })),
})
