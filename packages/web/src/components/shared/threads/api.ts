import { talks, threads } from '@vypusk/contract'
import type { BodyInput } from '@vypusk/contract'
import { queryOptions } from '@tanstack/react-query'
import type { QueryKey } from '@tanstack/react-query'
import { isApiError, sentenceOf } from '../../../api/api-error.ts'
import { useChange } from '../../../api/changes.ts'
import type { Changed } from '../../../api/changes.ts'
import { call } from '../../../api/client.ts'
import { currentOf } from '../../../api/conflict.ts'
import { queryClient } from '../../../api/query-client.ts'
import { toast } from '../../kit/feedback/toast.tsx'
import type { Acts } from './place.ts'

type List = { threads: threads.Thread[] }

/** The remarks of an agreement. */
export const threadsQuery = (id: number) =>
  queryOptions({
    queryKey: ['agreement', 'threads', id],
    queryFn: ({ signal }) => call(threads.of, { params: { entity: 'agreement', id }, signal, onRefusal: 'throw' }),
    meta: { live: ['release'] },
    placeholderData: undefined,
  })

/** The list with one of its threads as it is now. */
export const withThread = (thread: threads.Thread) => (before: List | undefined) =>
  before && {
    threads: before.threads.some(({ id }) => id === thread.id)
      ? before.threads.map((one) => (one.id === thread.id ? thread : one))
      : [...before.threads, thread],
  }

/** The field's own sentence where there is one. */
export const refusalIn = (error: unknown): string =>
  (isApiError(error) ? Object.values(error.errors)[0]?.[0] : undefined) ?? sentenceOf(error)

type Saved = { thread: threads.Thread; mail: string }

const MAIL_FAILED = 'Письмо об этом не ушло. Обратитесь к администратору'

const sayKept = (done: string, mail: string) =>
  mail === 'failed' ? toast.mailError(`${done}. ${MAIL_FAILED}`) : toast.success(done)

/** The conversation of a request; null while nobody has said anything. */
export const talkQuery = (id: number) =>
  queryOptions({
    queryKey: ['request', 'talk', id],
    queryFn: ({ signal }) => call(threads.of, { params: { entity: 'request', id }, signal, onRefusal: 'throw' }),
    placeholderData: undefined,
  })

/** Who can be named in it. */
export const talkPeopleQuery = (id: number) =>
  queryOptions({
    queryKey: ['request', 'talk-people', id],
    queryFn: async ({ signal }) => (await call(talks.people, { params: { id }, signal, onRefusal: 'throw' })).people,
    placeholderData: undefined,
  })

const OF_AGREEMENT: readonly Changed[] = ['agreement', 'release']
const OF_REQUEST: readonly Changed[] = ['request']

/** Keeps what is said, puts it into the list, and says that it is kept. */
function useKeeping(queryKey: QueryKey, changes: readonly Changed[]) {
  const { mutateAsync } = useChange({
    changes,
    put: ({ thread }: Saved) => [[queryKey, withThread(thread)]],
    mutationFn: (send: () => Promise<Saved>) => send(),
  })
  /** @param done what is said when it is kept */
  return async (done: string, send: () => Promise<Saved>): Promise<string | null> => {
    try {
      const { mail } = await mutateAsync(send)
      sayKept(done, mail)
      return null
    } catch (error) {
      // Somebody else was first: the list shows what stands there now.
      const current = currentOf<threads.Thread>(error)
      if (current) queryClient.setQueryData(queryKey, withThread(current))
      return refusalIn(error)
    }
  }
}

const onRefusal = 'throw'

/** What is said of a remark, by somebody who is signed in. */
export function useThreadActs(agreement_id: number): Acts {
  const kept = useKeeping(threadsQuery(agreement_id).queryKey, OF_AGREEMENT)
  const params = { entity: 'agreement', id: agreement_id } as const
  return {
    raise: ({ html, files, blocks }) =>
      kept('Замечание отправлено', () => call(threads.raise, { params, body: { html, files, blocks }, onRefusal })),
    ...actsOfOne(kept),
  }
}

/** What is said in the conversation of a request: to both sides, or among staff. */
export function useTalkActs(request_id: number) {
  const kept = useKeeping(talkQuery(request_id).queryKey, OF_REQUEST)
  const params = { id: request_id }
  return {
    ...actsOfOne(kept),
    say: (body: BodyInput<typeof talks.say>) =>
      kept(body.internal ? 'Записано для своих' : 'Сообщение отправлено', () =>
        call(talks.say, { params, body, onRefusal }),
      ),
    settle: ({ id, version }: threads.Thread) =>
      kept('Отмечено: ответ не нужен', () =>
        call(threads.turn, { params: { id }, body: { state: 'closed', version }, onRefusal }),
      ),
  }
}

const actsOfOne = (kept: ReturnType<typeof useKeeping>): Omit<Acts, 'raise'> => ({
  answer: ({ id }, { html, files, internal }) =>
    kept(internal ? 'Записано для своих' : 'Ответ отправлен', () =>
      call(threads.answer, { params: { id }, body: { html, files, internal }, onRefusal }),
    ),
  turn: ({ id, version }, to) =>
    kept(to.state === 'closed' ? 'Замечание закрыто' : 'Замечание открыто снова', () =>
      call(threads.turn, { params: { id }, body: { ...to, version }, onRefusal }),
    ),
  save: ({ id, version }, change: BodyInput<typeof threads.save>) =>
    kept('Сохранено', () => call(threads.save, { params: { id }, body: { ...change, version }, onRefusal })),
  rewrite: ({ id }, { id: entry_id, version }, words) =>
    kept('Сохранено', () =>
      call(threads.rewrite, { params: { id, entry_id }, body: { ...words, version }, onRefusal }),
    ),
  withdraw: ({ id }, entry_id) =>
    kept('Отозвано', () => call(threads.withdraw, { params: { id, entry_id }, onRefusal })),
})
