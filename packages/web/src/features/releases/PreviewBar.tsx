import { Button, Select, Switch } from '@mantine/core'
import { IconEye } from '@tabler/icons-react'
import type { releases } from '@vypusk/contract'
import { useNavigate } from '@tanstack/react-router'
import type { Search } from '../../components/kit/list-state/search.ts'
import { toast } from '../../components/kit/feedback/toast.tsx'
import { whenDone } from '../../components/kit/feedback/when-done.ts'
import { useWithdraw } from '../../components/shared/consequences/api.ts'
import { useFullNames } from '../../components/shared/marks/full-names.ts'
import { useConsequences } from '../../components/shared/consequences/useConsequences.tsx'
import { useSetVisible } from './api.ts'
import classes from './PreviewBar.module.css'

/** Changes the company in the address, so that a link shows a colleague the same. */
export function useShowAs() {
  const navigate = useNavigate()
  return (idcomp: number | null) => {
    const search = (before: Search) => ({ ...before, as: idcomp === null ? undefined : String(idcomp), tab: undefined })
    void navigate({ to: '.', search, replace: true })
  }
}

/** Shows the release to clients or hides it; hiding can be undone. */
export function VisibleSwitch({ release }: { release: releases.ReleaseDetail }) {
  const { mutateAsync, isPending, variables } = useSetVisible(release)
  const withdrawing = useWithdraw()
  const { ask, beforeChange } = useConsequences()
  const show = async (is_visible_for_client: boolean) => {
    const hidden = { id: release.id, is_visible_for_client }
    const question = { title: `Скрыть релиз ${release.title} от клиентов?`, action: 'Скрыть' }
    const answer = await ask({ change: 'releases_saved', releases: [hidden] }, question)
    if (!answer) return
    await mutateAsync(is_visible_for_client)
    const { withdraw: ids, client_reason } = answer
    if (ids.length > 0) {
      const offerUndo = await beforeChange()
      await withdrawing.mutateAsync({ ids, client_reason })
      await offerUndo()
    } else toast.success(is_visible_for_client ? 'Релиз виден клиентам' : 'Релиз скрыт от клиентов')
  }
  return (
    <Switch
      label="Виден клиентам"
      checked={isPending ? variables : release.is_visible_for_client}
      disabled={isPending}
      onChange={(event) => whenDone(show(event.currentTarget.checked))}
    />
  )
}

interface PreviewBarProps {
  /** The release as staff see it. */
  release: releases.ReleaseDetail
  as_company: number
}

/** Shows which company's view this is, lets staff change it, and shows or hides the release. */
export function PreviewBar({ release, as_company }: PreviewBarProps) {
  const showAs = useShowAs()
  const nameOf = useFullNames(release.companies)
  const companies = release.companies.map((company) => ({ value: String(company.idcomp), label: nameOf(company) }))
  return (
    <section className={classes.bar} aria-label="Как видит клиент">
      <IconEye size={16} aria-hidden />
      <span>
        {release.is_visible_for_client ? 'Так релиз видит' : 'Релиз скрыт. Когда его покажут, таким его увидит'}
      </span>
      <Select
        size="xs"
        className={classes.company}
        aria-label="Компания"
        data={companies}
        value={String(as_company)}
        allowDeselect={false}
        searchable
        onChange={(chosen) => chosen && showAs(Number(chosen))}
      />
      <VisibleSwitch release={release} />
      <Button size="compact-sm" variant="default" onClick={() => showAs(null)}>
        Закончить просмотр
      </Button>
    </section>
  )
}
