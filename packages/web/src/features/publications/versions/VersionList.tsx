import type { ReplyOf, versions } from '@vypusk/contract'
import { useMemo, useRef } from 'react'
import { useListWindow } from '../../../components/kit/grid-window/useGridWindow.ts'
import { useHeld } from '../../../components/kit/grid-window/useHeld.ts'
import { fullNames } from '../../../components/shared/marks/full-names.ts'
import { sectionHeights } from '../version-matrix.ts'
import { VersionWords } from './VersionWords.tsx'
import classes from './VersionsPage.module.css'
import quiet from '../../../ui/quiet.module.css'

type VersionsMap = ReplyOf<typeof versions.list>

/** A list of no more versions is drawn whole: the browser's search finds all of it. */
const WHOLE_LINES = 200

interface OneCompanyProps {
  name: string
  index: number
  modules: VersionsMap['modules']
  own: ReadonlyMap<number, versions.ModuleVersion> | undefined
  /** A client's own company does not have to be named. */
  isOwn: boolean
  measure: ((element: Element | null) => void) | undefined
}

const OneCompany = ({ name, index, modules, own, isOwn, measure }: OneCompanyProps) => (
  <section ref={measure} data-row={index} aria-label={name}>
    {!isOwn && <h2 className={classes.company}>{name}</h2>}
    <ul className={classes.modules}>
      {modules.map(({ idmod, namemod, system }) => {
        const version = own?.get(idmod)
        return (
          version && (
            <li key={idmod} className={classes.module}>
              <div>
                {namemod}
                <div className={quiet.note}>{system}</div>
              </div>
              <div>
                <VersionWords version={version} />
              </div>
            </li>
          )
        )
      })}
    </ul>
  </section>
)

/** The versions by company and module. */
const byPlace = (all: VersionsMap['versions']) =>
  new Map(
    [...Map.groupBy(all, ({ idcomp }) => idcomp)].map(([idcomp, own]) => [
      idcomp,
      new Map(own.map((version) => [version.idmod, version])),
    ]),
  )

/**
 * The versions company by company: for a client's own, and for all where a table would be too wide. Of a long list, the
 * companies in sight are drawn.
 */
export function VersionList({ map, isOwn }: { map: VersionsMap; isOwn: boolean }) {
  const scroll = useRef<HTMLDivElement>(null)
  const { held, onFocus } = useHeld()
  const places = useMemo(() => byPlace(map.versions), [map])
  const nameOf = useMemo(() => fullNames(map.companies), [map])
  const sizes = useMemo(() => sectionHeights(map.companies, map.versions), [map])
  const isLong = map.versions.length > WHOLE_LINES
  const { items, measure } = useListWindow(scroll, { sizes, held: held.row }, isLong)
  return (
    <div ref={scroll} className={classes.list} data-place="versions" onFocus={onFocus}>
      {items.map((piece, at) => {
        // oxlint-disable-next-line react/no-array-index-key -- gaps stand where they stand
        if ('gap' in piece) return <div key={`gap ${at}`} aria-hidden="true" style={{ height: piece.gap }} />
        const company = map.companies[piece.index]
        if (!company) return null
        const own = places.get(company.idcomp)
        const shown = { name: nameOf(company), own, isOwn, measure, modules: map.modules, index: piece.index }
        return <OneCompany key={company.idcomp} {...shown} />
      })}
    </div>
  )
}
