import { isLongerThan, linkedThreads, threads } from '@vypusk/contract'
import type { FileInfo, QueryInput } from '@vypusk/contract'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/client.ts'
import { fillPath } from '../../api/address.ts'
import { toast } from '../../components/kit/feedback/toast.tsx'
import { refusalText } from '../../components/shared/agreement/refusal-text.ts'
import { depthOf, keepOpened, type Depth } from '../../components/shared/threads/earlier.ts'
import type { Acts } from '../../components/shared/threads/place.ts'

/** Remarks by a letter's link. */

/** Refreshed at this interval while the page is open, in ms, because there are no live changes without an account. */
const LOOK_MS = 30_000

export const linkedThreadsQuery = (token: string) =>
  queryOptions({
    queryKey: ['approve', token, 'threads'],
    queryFn: async ({ client, queryKey, signal }) => {
      const { last, query } = depthOf(client, queryKey)
      return { ...(await call(linkedThreads.read, { params: { token }, query, signal, onRefusal: 'throw' })), last }
    },
    refetchInterval: LOOK_MS,
    placeholderData: undefined,
  })

const onRefusal = 'throw'

/** Makes the call of a change, whose reply has as many entries as the query says. */
type Send = (query: QueryInput<typeof linkedThreads.read>) => Promise<linkedThreads.Linked>

/** What can be done by a link: others' entries and the properties of a remark cannot be changed. */
export function useLinkedActs(token: string): Acts {
  const client = useQueryClient()
  const { queryKey } = linkedThreadsQuery(token)
  const kept = async (done: string, send: Send): Promise<string | null> => {
    try {
      const { last, query } = depthOf(client, queryKey)
      const linked = { ...(await send(query)), last }
      client.setQueryData<linkedThreads.Linked & Depth>(queryKey, (shown) => keepOpened(shown, linked))
      // What was being fetched meanwhile may have been read before the change.
      if (client.isFetching({ queryKey }) > 0) void client.refetchQueries({ queryKey })
      toast.success(done)
      return null
    } catch (error) {
      return refusalText(error)
    }
  }
  /** A text that is too long is refused before it is sent. */
  const sendHtml = async (html: string, done: string, send: Send) =>
    isLongerThan(html, linkedThreads.MOST_LETTERS) ? linkedThreads.TOO_LONG : kept(done, send)
  return {
    raise: (body) =>
      sendHtml(body.html, 'Замечание отправлено', (query) =>
        call(linkedThreads.raise, { params: { token }, query, body, onRefusal }),
      ),
    answer: ({ id }, { html, files }) =>
      sendHtml(html, 'Ответ отправлен', (query) =>
        call(linkedThreads.answer, { params: { token, id }, query, body: { html, files }, onRefusal }),
      ),
    turn: ({ id }, body) =>
      kept(body.state === 'closed' ? 'Замечание закрыто' : 'Замечание открыто снова', (query) =>
        call(linkedThreads.turn, { params: { token, id }, query, body, onRefusal }),
      ),
  }
}

/** The address of a file, for the browser to download it directly. */
export const linkedFile = (token: string, id: number): string =>
  `/api${fillPath(linkedThreads.getFile.path, { token, id })}`

const NOT_UPLOADED = 'Файл не загрузился. Проверьте связь и выберите его ещё раз'

interface Uploaded {
  message?: string
  file?: FileInfo
}

/**
 * Uploads a file by the link.
 * @throws Error with the sentence of the refusal, also when it was aborted
 */
export async function sendLinkedFile(token: string, file: File, signal: AbortSignal): Promise<FileInfo> {
  if (file.size > threads.LINK.fileBytes) throw new Error('Больше 20 МБ: войдите в систему, чтобы приложить этот файл')
  const body = new FormData()
  body.append('files', file, file.name)
  const address = `/api${fillPath(linkedThreads.upload.path, { token })}`
  // A proxy on the way may answer with a page of its own.
  const reply = await fetch(address, { method: 'POST', body, signal })
    .then((response) => response.json() as Promise<Uploaded>)
    .catch((): Uploaded => ({}))
  if (!reply.file) throw new Error(reply.message ?? NOT_UPLOADED)
  return reply.file
}
