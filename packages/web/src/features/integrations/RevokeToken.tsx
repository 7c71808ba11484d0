import { Button } from '@mantine/core'
import { confirm } from '../../components/kit/feedback/dialogs.tsx'
import { toast } from '../../components/kit/feedback/toast.tsx'
import { whenDone } from '../../components/kit/feedback/when-done.ts'

interface RevokeTokenProps {
  name: string
  /** Who loses access, as a sentence begins: «Программа «Сборка»». */
  who: string
  isPending: boolean
  revoke: () => Promise<unknown>
}

/** Asks whether a token is to be revoked, and revokes it. */
export function RevokeToken({ name, who, isPending, revoke }: RevokeTokenProps) {
  const end = async () => {
    const isSure = await confirm({
      title: 'Отозвать токен?',
      children: `${who} сразу потеряет доступ.`,
      action: 'Отозвать',
      dangerous: true,
    })
    // Its row is gone when it is done.
    if (isSure) whenDone(revoke(), () => toast.success('Токен отозван'))
  }
  return (
    <Button
      size="compact-sm"
      variant="subtle"
      color="red"
      loading={isPending}
      aria-label={`Отозвать «${name}»`}
      onClick={() => void end()}
    >
      Отозвать
    </Button>
  )
}
