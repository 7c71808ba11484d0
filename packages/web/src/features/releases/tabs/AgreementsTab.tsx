import { agreements, scopes } from '@vypusk/contract'
import { Table } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { releases } from '@vypusk/contract'
import { TableState } from '../../../components/kit/data-table/states.tsx'
import { AgreementStatus } from '../../../components/shared/marks/AgreementStatus.tsx'
import { useFullNames } from '../../../components/shared/marks/full-names.ts'
import { OpenRemarks } from '../../../components/shared/marks/OpenRemarks.tsx'
import { RouteButton } from '../../../components/kit/link/RouteLinks.tsx'
import { SettleScope } from '../../../components/shared/scope/SettleScope.tsx'
import { offeredInWords } from '../../../components/shared/offers/texts.ts'
import { hasOpen, heldInWords } from '../../../components/shared/threads/texts.ts'
import { progressInWords } from '../../../components/shared/trials/texts.ts'
import { paths } from '../../../paths.ts'
import { momentInZones } from '../../../components/shared/dates/moments.ts'
import { formatDay } from '../../../ui/dates.ts'
import { Blockers } from './Blockers.tsx'
import classes from '../ReleasePage.module.css'

const NewAgreement = ({ id }: { id: number }) => (
  <RouteButton to={paths.agreementAdd} search={{ release_id: String(id) }} variant="default">
    Новое согласование
  </RouteButton>
)

type Agreement = releases.ReleaseDetail['agreements'][number]

/** «да», or the progress of trying on the test environment. */
const onTest = ({ isPublishedOnTestEnv, trials }: Agreement) => {
  if (!isPublishedOnTestEnv) return '–'
  return trials ? progressInWords(trials) : 'да'
}

const Row = ({ agreement, name }: { agreement: Agreement; name: string }) => (
  <Table.Tr>
    <Table.Td>
      <Link to={paths.agreement} params={{ agreementsId: String(agreement.id) }} className={classes.link}>
        <span className={classes.clamped} title={name}>
          {name}
        </span>
      </Link>
    </Table.Td>
    <Table.Td>
      <AgreementStatus status={agreements.shownStatus(agreement)} />
      {agreement.scope_change && <div className={classes.offered}>Состав изменился</div>}
    </Table.Td>
    <Table.Td className={classes.when}>
      {agreement.releaseDate ? momentInZones(agreement) : '–'}
      {agreement.offer && <div className={classes.offered}>{offeredInWords(agreement.offer, agreement)}</div>}
    </Table.Td>
    <Table.Td>{onTest(agreement)}</Table.Td>
    <Table.Td>{formatDay(agreement.sent_at)}</Table.Td>
    <Table.Td className={classes.wide}>
      <span className={classes.clamped} title={agreement.remark}>
        <OpenRemarks open={agreement.open_remarks} />{' '}
        {agreement.remark || (hasOpen(agreement.open_remarks) ? heldInWords(agreement.open_remarks) : '–')}
      </span>
    </Table.Td>
  </Table.Tr>
)

/** The agreements of a release, one per company. */
export function AgreementsTab({ release }: { release: releases.ReleaseDetail }) {
  const missing = release.companies.filter(({ agreement_id, status }) => agreement_id === null && status !== -1).length
  const { readiness } = release
  const nameOf = useFullNames(release.companies)
  const blockers = readiness && <Blockers release={release} readiness={readiness} />
  const changed = release.agreements.flatMap(({ id, status, scope_change, called_off }) =>
    status === 2 && scope_change && !called_off ? [{ id, scope_sha: scope_change.scope_sha }] : [],
  )
  if (release.agreements.length === 0) {
    return (
      <>
        {release.companies.length > 0 && blockers}
        <TableState
          title={release.companies.length > 0 ? 'Согласований ещё нет' : 'Компании не названы'}
          action={release.companies.length > 0 && <NewAgreement id={release.id} />}
        >
          {release.companies.length > 0
            ? 'Предложите компаниям дату установки: каждая получит письмо.'
            : 'Пока в релизе нет компаний, его не с кем согласовать и некому публиковать.'}
        </TableState>
      </>
    )
  }
  return (
    <>
      {blockers}
      <div className={classes.tabBar}>
        {missing > 0 && <NewAgreement id={release.id} />}
        <p className={classes.sums}>
          {missing > 0 ? `Без согласования: ${missing}` : 'Согласования есть со всеми компаниями'}
        </p>
      </div>
      {changed.length > 0 && (
        <div className={classes.settle}>
          <p className={classes.sums}>Состав изменился после согласования: {changed.length}</p>
          <SettleScope agreements={changed} canTell={release.is_visible_for_client || scopes.HIDDEN_SCOPE} />
        </div>
      )}
      <Table className={`${classes.table} ${classes.agreements}`} aria-label="Согласования релиза">
        <Table.Thead>
          <Table.Tr>
            {['Компания', 'Статус', 'Дата установки', 'На тесте', 'Отправлено', 'Замечание'].map((title) => (
              <Table.Th key={title}>{title}</Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {release.agreements.map((agreement) => (
            <Row key={agreement.id} agreement={agreement} name={nameOf(agreement.company)} />
          ))}
        </Table.Tbody>
      </Table>
    </>
  )
}
