import { Button, Group } from '@mantine/core'
import type { account } from '@vypusk/contract'
import { useQuery } from '@tanstack/react-query'
import { Loaded } from '../../components/kit/data-table/Loaded.tsx'
import { confirm } from '../../components/kit/feedback/dialogs.tsx'
import { toast } from '../../components/kit/feedback/toast.tsx'
import { whenDone } from '../../components/kit/feedback/when-done.ts'
import { useSignOut } from '../../components/shared/session/useSession.ts'
import { formatMoment } from '../../ui/dates.ts'
import { SkeletonLines } from '../../ui/Skeletons.tsx'
import classes from './Account.module.css'
import { sessionsQuery, useEndSessions } from './api.ts'
import { texts } from './texts.ts'
import { notifyRefusal } from '../../components/kit/feedback/refused.ts'

const Row = ({ session }: { session: account.Session }) => {
  const { mutateAsync, isPending } = useEndSessions()
  const { device, address, last_seen_at, is_present } = session
  // Its row is gone when it is done.
  const end = () => whenDone(mutateAsync(session.id), () => toast.success(texts.ended))
  return (
    <li className={classes.session}>
      <div className={classes.what}>
        <span className={classes.device}>{device}</span>
        <span className={classes.dim}>
          {address} · {is_present ? texts.present : formatMoment(last_seen_at)}
        </span>
      </div>
      {!is_present && (
        <Button
          size="compact-sm"
          variant="subtle"
          color="red"
          loading={isPending}
          aria-label={texts.endNamed(device)}
          onClick={end}
        >
          {texts.end}
        </Button>
      )}
    </li>
  )
}

/** Buttons that end all other sessions, or all sessions. */
const Leaving = ({ hasOthers }: { hasOthers: boolean }) => {
  const { mutateAsync, isPending } = useEndSessions()
  const signOut = useSignOut()
  const endOthers = () => mutateAsync(null).then(() => toast.success(texts.othersEnded), notifyRefusal)
  const leave = async () => {
    const isSure = await confirm({
      title: texts.everywhereTitle,
      children: texts.everywhereText,
      action: texts.everywhere,
      dangerous: true,
    })
    if (isSure) await mutateAsync(null).then(signOut, notifyRefusal)
  }
  return (
    <Group gap="xs" mt="xs">
      <Button variant="default" size="xs" disabled={!hasOthers} loading={isPending} onClick={() => void endOthers()}>
        {texts.endOthers}
      </Button>
      <Button variant="subtle" color="red" size="xs" onClick={() => void leave()}>
        {texts.everywhere}
      </Button>
    </Group>
  )
}

/** The person's sessions, the latest first. */
export const Sessions = () => (
  <Loaded
    result={useQuery(sessionsQuery)}
    failed={texts.failed}
    loading={<SkeletonLines lines={3} label={texts.loading} />}
  >
    {({ sessions }) => (
      <>
        <ul className={classes.sessions}>
          {sessions.map((session) => (
            <Row key={session.id} session={session} />
          ))}
        </ul>
        <Leaving hasOthers={sessions.length > 1} />
      </>
    )}
  </Loaded>
)
