import { decodeName } from '@vypusk/contract'
import { Button, Select, Switch } from '@mantine/core'
import { IconEye } from '@tabler/icons-react'
import type { releases } from '@vypusk/contract'
import { useNavigate } from '@tanstack/react-router'
import { sentenceOf } from '../../api/api-error.ts'
import type { Search } from '../../components/kit/list-state/search.ts'
import { toast } from '../../components/kit/feedback/toast.tsx'
import { useSetVisible } from './api.ts'
import classes from './PreviewBar.module.css'

/** Whose eyes stand in the address: a link shows a colleague the same. */
export function useShowAs() {
  const navigate = useNavigate()
  return (idcomp: number | null) => {
    const search = (before: Search) => ({ ...before, as: idcomp === null ? undefined : String(idcomp), tab: undefined })
    void navigate({ to: '.', search, replace: true })
  }
}

/** Lets the clients see the release or not, with a way back. */
export function VisibleSwitch({ release }: { release: releases.ReleaseDetail }) {
  const { mutate, isPending, variables } = useSetVisible(release)
  const show = (isVisible: boolean) =>
    mutate(isVisible, {
      onSuccess: () => toast.success(isVisible ? 'Релиз виден клиентам' : 'Релиз скрыт от клиентов'),
      onError: (error) => toast.error(sentenceOf(error)),
    })
  return (
    <Switch
      label="Виден клиентам"
      checked={isPending ? variables : release.is_visible_for_client}
      disabled={isPending}
      onChange={(event) => show(event.currentTarget.checked)}
    />
  )
}

interface PreviewBarProps {
  /** As staff know it. */
  release: releases.ReleaseDetail
  as_company: number
}

/** Says whose eyes these are, lets one change them, and shows or hides the release. */
export function PreviewBar({ release, as_company }: PreviewBarProps) {
  const showAs = useShowAs()
  const companies = release.companies.map(({ idcomp, namecomp }) => ({
    value: String(idcomp),
    label: decodeName(namecomp),
  }))
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
