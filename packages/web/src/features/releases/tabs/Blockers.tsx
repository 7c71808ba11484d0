import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { releases } from '@vypusk/contract'
import { useId, useState } from 'react'
import { RouteButton } from '../../../components/kit/link/RouteLinks.tsx'
import type { Zoned } from '../../../components/shared/dates/moments.ts'
import { AgreementStatus } from '../../../components/shared/marks/AgreementStatus.tsx'
import { useFullNames } from '../../../components/shared/marks/full-names.ts'
import { paths } from '../../../paths.ts'
import classes from './Blockers.module.css'
import {
  ALL_VERBS,
  groupsOf,
  isForMany,
  isOnlyWarning,
  noteOf,
  placeOf,
  settlingOf,
  verbOf,
  type Group,
  type Obstacle,
} from './blockers.ts'
import { unasked } from '../picking/picking.ts'
import { PickDialog } from '../picking/PickDialog.tsx'
import { useSettling } from './useSettling.ts'

type Release = releases.ReleaseDetail

/** The number of companies of a group that are shown at first. */
const SHOWN = 8

interface SettleProps {
  release: Release
  obstacle: Obstacle
  name: string
  settling: ReturnType<typeof useSettling>
}

/** The button for one company: settles the matter, or leads to where it can be settled. */
function Settle({ release, obstacle, name, settling }: SettleProps) {
  const { company } = obstacle
  const how = settlingOf(obstacle)
  const look = { size: 'compact-sm', variant: 'default', className: classes.settle } as const
  const label = `${verbOf(obstacle)}: ${name}`
  const id = company.agreement_id
  if (id !== null && isForMany(how)) {
    return (
      <Button {...look} aria-label={label} disabled={settling.isPending} onClick={() => settling.settle(how, [id])}>
        {verbOf(obstacle)}
      </Button>
    )
  }
  return id === null ? (
    <RouteButton
      {...look}
      aria-label={label}
      to={paths.agreementAdd}
      search={{ release_id: String(release.id), company_id: String(company.idcomp) }}
    >
      {verbOf(obstacle)}
    </RouteButton>
  ) : (
    <RouteButton {...look} aria-label={label} to={paths.agreement} params={{ agreementsId: String(id) }}>
      {verbOf(obstacle)}
    </RouteButton>
  )
}

const Name = ({ company, name }: Pick<Obstacle, 'company'> & { name: string }) => {
  const look = { className: classes.name, title: name }
  return company.agreement_id === null ? (
    <span {...look}>{name}</span>
  ) : (
    <Link to={paths.agreement} params={{ agreementsId: String(company.agreement_id) }} {...look}>
      {name}
    </Link>
  )
}

/** Settles everything in a group that can be settled by one press. */
function SettleAll({ group, settling }: { group: Group; settling: SettleProps['settling'] }) {
  const able = group.obstacles.map((each) => ({ how: settlingOf(each), id: each.company.agreement_id }))
  const how = able.map((each) => each.how).find(isForMany)
  const ids = able.flatMap((each) => (each.how === how && each.id !== null ? [each.id] : []))
  if (!how || ids.length < 2) return null
  return (
    <Button
      size="compact-sm"
      variant="default"
      loading={settling.action === how}
      disabled={settling.isPending}
      onClick={() => settling.settle(how, ids)}
    >
      {ALL_VERBS[how]}: {ids.length}
    </Button>
  )
}

/** The companies that wait for the same thing. */
function BlockerGroup({
  release,
  group,
  settling,
  onPick,
}: { release: Release; group: Group; onPick: () => void } & Pick<SettleProps, 'settling'>) {
  const title = useId()
  const [isWhole, setWhole] = useState(false)
  const nameOf = useFullNames(release.companies)
  const shown = isWhole ? group.obstacles : group.obstacles.slice(0, SHOWN)
  const hidden = group.obstacles.length - shown.length
  const zonedBy = new Map<number | null, Zoned>(
    release.agreements.map(({ id, zone, company_zone }) => [id, { zone, company_zone }]),
  )
  return (
    <section id={placeOf(group.kind)} aria-labelledby={title} className={classes.group}>
      <header className={classes.head}>
        <h4 id={title} className={classes.title} data-warns={isOnlyWarning(group.kind) || undefined}>
          {group.title} <span className={classes.count}>{group.obstacles.length}</span>
        </h4>
        <div className={classes.forAll}>
          {group.kind === 'not_asked' && unasked(release).length > 0 && (
            <Button size="compact-sm" variant="default" onClick={onPick}>
              Подобрать даты всем…
            </Button>
          )}
          <SettleAll group={group} settling={settling} />
        </div>
      </header>
      <ul className={classes.list}>
        {shown.map((obstacle) => (
          <li key={obstacle.company.idcomp} className={classes.row}>
            <AgreementStatus status={obstacle.company.status} of={nameOf(obstacle.company)} dotOnly />
            <Name company={obstacle.company} name={nameOf(obstacle.company)} />
            <span className={classes.note}>{noteOf(obstacle, zonedBy.get(obstacle.company.agreement_id))}</span>
            <Settle release={release} obstacle={obstacle} name={nameOf(obstacle.company)} settling={settling} />
          </li>
        ))}
      </ul>
      {hidden > 0 && (
        <Button size="compact-sm" variant="subtle" onClick={() => setWhole(true)}>
          Ещё {hidden}
        </Button>
      )}
    </section>
  )
}

/** How many hold the release up: before it is published to anybody, and for those that do not have it yet. */
const heldInWords = ({ published_at }: Release, { waiting, expected }: releases.Readiness) => {
  if (waiting.length === 0) return 'Никто не держит, но обратите внимание'
  return `${published_at === null ? 'Держат релиз' : 'Ещё ждём'}: ${waiting.length} из ${expected}`
}

/** The companies that hold up a release, grouped by reason, each with a way to settle it. */
export function Blockers({ release, readiness }: { release: Release; readiness: releases.Readiness }) {
  const settling = useSettling()
  const [isPicking, setPicking] = useState(false)
  const groups = groupsOf(readiness)
  // The result stays readable even when nobody is left to ask.
  if (groups.length === 0 && !isPicking) return null
  return (
    <section className={classes.all} aria-label="Кто держит релиз">
      <h3 className={classes.heading}>{heldInWords(release, readiness)}</h3>
      <div className={classes.groups}>
        {groups.map((group) => (
          <BlockerGroup
            key={group.kind}
            release={release}
            group={group}
            settling={settling}
            onPick={() => setPicking(true)}
          />
        ))}
      </div>
      {isPicking && <PickDialog release={release} onClose={() => setPicking(false)} />}
    </section>
  )
}
