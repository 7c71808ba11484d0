import { Button } from '@mantine/core'
import type { Act, Acts } from '../../components/kit/acts/acts.ts'
import { confirm } from '../../components/kit/feedback/dialogs.tsx'
import { KEYS } from '../../components/kit/keys/keys.ts'
import type { KeyEntry } from '../../components/kit/keys/keys.ts'
import type { useAsking } from '../../components/shared/asking/useAsking.tsx'
import { agreementsCount } from '../../components/shared/asking/texts.ts'

interface Chosen {
  asking: ReturnType<typeof useAsking>
  ids: number[]
  clear: () => void
}

const ManyActions = ({ asking: { ask, isPending, action }, ids, clear }: Chosen) => (
  <>
    <Button loading={action === 'send'} disabled={isPending} onClick={() => ask('send', ids, clear)}>
      {KEYS.send.what}
    </Button>
    <Button
      variant="default"
      loading={action === 'remind'}
      disabled={isPending}
      onClick={() => ask('remind', ids, clear)}
    >
      {KEYS.remind.what}
    </Button>
  </>
)

/** The actions for marked agreements. */
export const barOf = (asking: Chosen['asking']) => (ids: number[], clear: () => void) => (
  <ManyActions asking={asking} ids={ids} clear={clear} />
)

/**
 * The same actions by keys and in Ctrl+K, with a confirmation: a key is easily pressed by mistake, and a letter cannot
 * be called back.
 */
export function actsOf({ asking: { ask }, ids, clear }: Chosen): Acts {
  const title = ids.length === 1 ? `Согласование ${ids[0]}` : `Отмечено: ${agreementsCount(ids.length)}`
  const sureOf = (key: KeyEntry, act: () => void): Act => ({
    ...key,
    label: `${key.what}…`,
    act: () =>
      void confirm({ title: `${key.what}?`, children: title, action: key.what }).then((isSure) => isSure && act()),
  })
  return {
    title,
    acts: [sureOf(KEYS.send, () => ask('send', ids, clear)), sureOf(KEYS.remind, () => ask('remind', ids, clear))],
  }
}
