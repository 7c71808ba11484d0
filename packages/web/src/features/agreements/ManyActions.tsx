import { Button } from '@mantine/core'
import type { Act, Acts } from '../../components/kit/acts/acts.ts'
import { confirm } from '../../components/kit/feedback/dialogs.tsx'
import { ACT_KEYS } from '../../components/shared/keys/keys.ts'
import type { KeyEntry } from '../../components/kit/keys/keys.ts'
import type { useSending } from '../../components/shared/sending/useSending.tsx'
import { agreementsCount } from '../../components/shared/sending/texts.ts'

interface Chosen {
  sending: ReturnType<typeof useSending>
  ids: number[]
  clear: () => void
}

const ManyActions = ({ sending: { run, isPending, action }, ids, clear }: Chosen) => (
  <>
    <Button loading={action === 'send'} disabled={isPending} onClick={() => run('send', ids, clear)}>
      {ACT_KEYS.send.what}
    </Button>
    <Button
      variant="default"
      loading={action === 'remind'}
      disabled={isPending}
      onClick={() => run('remind', ids, clear)}
    >
      {ACT_KEYS.remind.what}
    </Button>
  </>
)

/** The actions for marked agreements. */
export const barOf = (sending: Chosen['sending']) => (ids: number[], clear: () => void) => (
  <ManyActions sending={sending} ids={ids} clear={clear} />
)

/**
 * The same actions by keys and in Ctrl+K, with a confirmation: a key is easily pressed by mistake, and a letter cannot
 * be called back.
 */
export function actsOf({ sending: { run }, ids, clear }: Chosen): Acts {
  const title = ids.length === 1 ? `Согласование ${ids[0]}` : `Отмечено: ${agreementsCount(ids.length)}`
  const sureOf = (key: KeyEntry, act: () => void): Act => ({
    ...key,
    label: `${key.what}…`,
    act: () =>
      void confirm({ title: `${key.what}?`, children: title, action: key.what }).then((isSure) => isSure && act()),
  })
  return {
    title,
    acts: [
      sureOf(ACT_KEYS.send, () => run('send', ids, clear)),
      sureOf(ACT_KEYS.remind, () => run('remind', ids, clear)),
    ],
  }
}
