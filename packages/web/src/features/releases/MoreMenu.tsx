import { Menu } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { dossiers, type releases } from '@vypusk/contract'
import { useNavigate } from '@tanstack/react-router'
import { useDownload } from '../../components/kit/download/useDownload.tsx'
import { toast } from '../../components/kit/feedback/toast.tsx'
import { whenDone } from '../../components/kit/feedback/when-done.ts'
import { useNavigateIfHere } from '../../components/kit/link/useNavigateIfHere.ts'
import { useConsequences } from '../../components/shared/consequences/useConsequences.tsx'
import { useRemoveRelease } from '../../components/shared/release/api.ts'
import { paths } from '../../paths.ts'
import { IconAction } from '../../ui/IconAction.tsx'
import { useRestoreRelease } from './api.ts'
import classes from './ReleasePage.module.css'
import { refusedRequests } from './texts.ts'
import { useWithdrawing } from './useWithdrawing.ts'
import { notifyRefusal } from '../../components/kit/feedback/refused.ts'

/**
 * Shows the consequences for companies, deletes the release and offers to undo it; later an administrator can still
 * restore it.
 */
function useRemoving({ id, title }: releases.ReleaseDetail) {
  const navigate = useNavigate()
  const navigateIfHere = useNavigateIfHere()
  const removing = useRemoveRelease()
  const restoring = useRestoreRelease(id)
  const { ask, beforeChange } = useConsequences()
  const open = () => navigate({ to: paths.release, params: { releaseID: String(id) } })
  // Promises rather than the mutation's callbacks, because the release's page may be left by then.
  const restore = () =>
    restoring.mutateAsync().then(({ requests_lost }) => {
      if (requests_lost.length > 0)
        toast.error(refusedRequests('Релиз вернулся без заявок, они уже в других релизах', requests_lost))
      return open()
    }, notifyRefusal)
  const remove = async () => {
    const answer = await ask(
      { change: 'release_deleted', release_id: id },
      { title: `Удалить релиз ${title}?`, action: 'Удалить' },
    )
    if (!answer) return
    const offerUndo = await beforeChange()
    await removing.mutateAsync({ id, client_reason: answer.client_reason })
    if (!(await offerUndo(() => void open())))
      toast.undo(`Релиз ${title} удалён, его заявки свободны`, () => void restore())
    await navigateIfHere({ to: paths.releases })
  }
  return () => whenDone(remove())
}

/** Rarely used actions on a release. */
export function MoreMenu({ release }: { release: releases.ReleaseDetail }) {
  const remove = useRemoving(release)
  const withdraw = useWithdrawing(release)
  const dossier = useDownload()
  const canDelete = release.abilities.delete
  const wasSent = release.agreements.some(({ status, sent_at }) => status > 0 || sent_at !== null)
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <IconAction label="Другие действия" size={30}>
          <IconDots size={16} />
        </IconAction>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          disabled={dossier.isRunning}
          onClick={() => void dossier.run(dossiers.get, { params: { id: release.id }, query: {} })}
        >
          Скачать досье
          <div className={classes.dim}>Записи, письма, составы и файлы по суммам</div>
        </Menu.Item>
        <Menu.Item disabled={!wasSent} onClick={withdraw}>
          Снять согласования…
          {!wasSent && <div className={classes.dim}>О дате никого не спрашивали</div>}
        </Menu.Item>
        <Menu.Item {...(canDelete === true ? { c: 'var(--red)' } : { disabled: true })} onClick={remove}>
          Удалить…
          {canDelete !== true && <div className={classes.dim}>{canDelete}</div>}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
