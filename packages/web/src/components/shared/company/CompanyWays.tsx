import { paths } from '../../../paths.ts'
import { RouteAnchor } from '../../kit/link/RouteLinks.tsx'

/** Links for staff viewing a company: the versions it has, its agreements with their dossiers, and its calendar. */
export function CompanyWays({ idcomp, from }: { idcomp: number; from?: 'calendar' }) {
  const search = { client_ids: String(idcomp) }
  return (
    <p>
      <RouteAnchor to={paths.versions} search={search}>
        Версии
      </RouteAnchor>
      {' · '}
      <RouteAnchor to={paths.agreements} search={search}>
        Согласования и досье
      </RouteAnchor>
      {from !== 'calendar' && (
        <>
          {' · '}
          <RouteAnchor to={paths.companyCalendar} search={{ company: String(idcomp) }}>
            Календарь компании
          </RouteAnchor>
        </>
      )}
    </p>
  )
}
