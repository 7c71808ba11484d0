import { Button, Group, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import type { AnyEndpoint } from '@vypusk/contract'
import { useState } from 'react'
import type { CallInput } from '../../../api/client.ts'
import { download } from '../../../api/download.ts'
import type { Progress } from '../../../api/download.ts'
import { formatNumber } from '../../../ui/duration.ts'
import { toast } from '../feedback/toast.tsx'
import { sayRefusal } from '../feedback/refused.ts'

const KILOBYTE = 1024

/** What is expected is told by the first rows: the last per cent belongs to the end itself. */
const MOST = 99

const said = ({ received, total }: Progress): string =>
  total
    ? `${Math.min(MOST, Math.floor((received / total) * 100))} %`
    : `${formatNumber(Math.round(received / KILOBYTE))} КБ`

const body = (progress: Progress, stop: () => void) => (
  <Group justify="space-between" wrap="nowrap">
    <Text size="sm">Генерация файла для скачивания{progress.received > 0 && `: ${said(progress)}`}</Text>
    <Button variant="light" size="compact-xs" onClick={stop}>
      Остановить
    </Button>
  </Group>
)

/** Fetches a file with its progress in a toast that can stop it. */
export function useDownload() {
  const [isRunning, setRunning] = useState(false)
  const run = async <E extends AnyEndpoint>(endpoint: E, input: CallInput<E>) => {
    const stop = new AbortController()
    const look = { loading: true, autoClose: false, withCloseButton: false } as const
    const show = (progress: Progress) => ({ ...look, message: body(progress, () => stop.abort()) })
    const id = notifications.show(show({ received: 0, total: null }))
    setRunning(true)
    try {
      const name = await download(endpoint, { ...input, signal: stop.signal }, (progress) => {
        notifications.update({ id, ...show(progress) })
      })
      toast.success(`Файл ${name} готов`)
    } catch (error) {
      if (!stop.signal.aborted) sayRefusal(error)
    } finally {
      notifications.hide(id)
      setRunning(false)
    }
  }
  return { run, isRunning }
}
