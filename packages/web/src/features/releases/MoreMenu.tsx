import { Menu } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import type { releases } from '@vypusk/contract'
import { useNavigate } from '@tanstack/react-router'
import { sentenceOf } from '../../api/api-error.ts'
import { toast } from '../../components/kit/feedback/toast.tsx'
import { paths } from '../../paths.ts'
import { IconAction } from '../../ui/IconAction.tsx'
import { useRemoveRelease, useRestoreRelease } from './api.ts'
import classes from './ReleasePage.module.css'
import { refusedRequests } from './texts.ts'

/** Deletes at once and offers to take it back; later an administrator still can. */
function useRemoving({ id, title }: releases.ReleaseDetail) {
  const navigate = useNavigate()
  const removing = useRemoveRelease(id)
  const restoring = useRestoreRelease(id)
  // Promises, not callbacks of the mutation: by then the page of the release is left.
  const restore = () =>
    restoring.mutateAsync().then(
      ({ requests_lost }) => {
        if (requests_lost.length > 0)
          toast.error(refusedRequests('Релиз вернулся без заявок, они уже в других релизах', requests_lost))
        return navigate({ to: paths.release, params: { releaseID: String(id) } })
      },
      (error: unknown) => toast.error(sentenceOf(error)),
    )
  return () =>
    removing.mutateAsync().then(
      () => {
        toast.undo(`Релиз ${title} удалён, его заявки свободны`, () => void restore())
        return navigate({ to: paths.releases })
      },
      (error: unknown) => toast.error(sentenceOf(error)),
    )
}

/** What is seldom done with a release. */
export function MoreMenu({ release }: { release: releases.ReleaseDetail }) {
  const remove = useRemoving(release)
  const canDelete = release.abilities.delete
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <IconAction label="Другие действия" size={30}>
          <IconDots size={16} />
        </IconAction>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item color="red" disabled={canDelete !== true} onClick={() => void remove()}>
          Удалить
          {canDelete !== true && <div className={classes.dim}>{canDelete}</div>}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
