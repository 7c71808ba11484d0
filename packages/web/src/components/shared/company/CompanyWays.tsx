import { paths } from '../../../paths.ts'
import { RouteAnchor } from '../../kit/link/RouteLinks.tsx'

/** What stands at a company, what it agreed to with the dossier of each, when it is there: for staff who look at it. */
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
