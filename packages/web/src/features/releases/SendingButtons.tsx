import { Button, Group } from '@mantine/core'
import type { releases } from '@vypusk/contract'
import { useSending } from '../../components/shared/sending/useSending.tsx'

/**
 * «Напомнить 1», «Отправить 2»: sends dates or reminders to the companies the release waits for, without leaving it.
 */
export function SendingButtons({ release }: { release: releases.ReleaseDetail }) {
  const { run, isPending, action } = useSending()
  const awaited = release.agreements.filter(({ not_publishing }) => !not_publishing)
  const silent = awaited.filter(({ status, offer }) => status === 1 && !offer).map(({ id }) => id)
  const unsent = awaited.filter(({ status, releaseDate }) => status === 0 && releaseDate).map(({ id }) => id)
  if (silent.length + unsent.length === 0) return null
  return (
    <Group gap="xs" mt={8} role="group" aria-label="Спросить компании">
      {silent.length > 0 && (
        <Button
          variant="default"
          size="compact-sm"
          loading={action === 'remind'}
          disabled={isPending}
          onClick={() => run('remind', silent)}
        >
          Напомнить {silent.length}
        </Button>
      )}
      {unsent.length > 0 && (
        <Button
          variant="default"
          size="compact-sm"
          loading={action === 'send'}
          disabled={isPending}
          onClick={() => run('send', unsent)}
        >
          Отправить {unsent.length}
        </Button>
      )}
    </Group>
  )
}
