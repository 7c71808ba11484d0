import { Button, Group } from '@mantine/core'
import type { releases } from '@vypusk/contract'
import { useSending } from '../../../components/shared/sending/useSending.tsx'
import { idsSettledBy } from '../tabs/blockers.ts'

/**
 * «Напомнить 1», «Отправить 2»: sends dates or reminders to the companies the release waits for, without leaving it.
 */
export function SendingButtons({ readiness }: { readiness: releases.Readiness }) {
  const { run, isPending, action } = useSending()
  const [silent, unsent] = [idsSettledBy('remind', readiness), idsSettledBy('send', readiness)]
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
