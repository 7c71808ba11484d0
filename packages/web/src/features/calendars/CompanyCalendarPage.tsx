import { Select } from '@mantine/core'
import { decodeName, type companyCalendars } from '@vypusk/contract'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useRouterState } from '@tanstack/react-router'
import { useUser } from '../../api/account.ts'
import { companiesQuery } from '../../api/lookups.ts'
import { Loaded } from '../../components/kit/data-table/Loaded.tsx'
import { thingId } from '../../components/kit/list-state/codecs.ts'
import { CompanyWays } from '../../components/shared/company/CompanyWays.tsx'
import { History } from '../../components/shared/history/History.tsx'
import column from '../../components/shared/page/FormColumn.module.css'
import { Page } from '../../components/shared/page/Page.tsx'
import { Substitutes } from '../../components/shared/substitutes/Substitutes.tsx'
import { formatMoment } from '../../ui/dates.ts'
import { Section } from '../../ui/Section.tsx'
import { SkeletonFields } from '../../ui/Skeletons.tsx'
import quiet from '../../ui/quiet.module.css'
import { calendarQuery } from './api.ts'
import { CalendarForm } from './CalendarForm.tsx'
import { ClosedDays } from './ClosedDays.tsx'

/** The company in the address for staff, the person's own for a client. */
function useCompany(): [number | null, (id: number) => void] {
  const { company } = useUser()
  const companyInAddress = useRouterState({ select: ({ location }) => thingId(location.search['company']) })
  const navigate = useNavigate()
  const show = (id: number) => void navigate({ to: '.', search: { company: String(id) } })
  return [company?.idcomp ?? companyInAddress, show]
}

function Companies({ id, onShow }: { id: number | null; onShow: (id: number) => void }) {
  const { data } = useQuery(companiesQuery)
  return (
    <Select
      label="Компания"
      placeholder="Чей календарь показать"
      searchable
      allowDeselect={false}
      data={(data?.companies ?? []).map(({ idcomp, namecomp }) => ({
        value: String(idcomp),
        label: decodeName(namecomp),
      }))}
      value={id === null ? null : String(id)}
      onChange={(value) => onShow(Number(value))}
    />
  )
}

function Shown({ id, calendar }: { id: number; calendar: companyCalendars.CompanyCalendar }) {
  const { updated, history } = calendar
  return (
    <>
      <CalendarForm calendar={calendar} />
      <ClosedDays calendar={calendar} />
      <Section title="Замещения" level={2}>
        <Substitutes idcomp={id} />
      </Section>
      {updated && (
        <p className={quiet.dim}>
          Обновлено {formatMoment(updated.at)}: {updated.user.name}, {updated.by_client ? 'компания' : 'поставщик'}
        </p>
      )}
      {history.length > 0 && (
        <Section title="История" aside={history.length} level={2}>
          <History changes={history} />
        </Section>
      )}
    </>
  )
}

const Calendar = ({ id }: { id: number }) => (
  <Loaded result={useQuery(calendarQuery(id))} failed="Календарь не загрузился" loading={<SkeletonFields fields={5} />}>
    {(calendar) => <Shown id={id} calendar={calendar} />}
  </Loaded>
)

/** When a company works, and when a release may be installed at it. */
export function CompanyCalendarPage() {
  const { isRivc, company } = useUser()
  const [id, show] = useCompany()
  return (
    <Page title="Календарь компании" aside={company ? decodeName(company.namecomp) : undefined}>
      <div className={column.column} data-wide>
        {isRivc && <Companies id={id} onShow={show} />}
        {isRivc && id !== null && <CompanyWays idcomp={id} from="calendar" />}
        {id !== null && <Calendar key={id} id={id} />}
      </div>
    </Page>
  )
}
