import { Skeleton, Stack } from '@mantine/core'
import { agreements } from '@vypusk/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { agreementQuery } from '../../api/agreements.ts'
import { Loaded } from '../../components/kit/data-table/Loaded.tsx'
import { RouteAnchor, RouteButton } from '../../components/kit/link/RouteLinks.tsx'
import { Objections } from '../../components/shared/dates/Objections.tsx'
import { DossierButton } from '../../components/shared/dossier/DossierButton.tsx'
import { AgreementStatus } from '../../components/shared/marks/AgreementStatus.tsx'
import { OwnAnswers } from '../../components/shared/agreement/OwnAnswers.tsx'
import { endOfDate } from '../../components/shared/agreement/texts.ts'
import { OfferList } from '../../components/shared/offers/OfferList.tsx'
import { WithdrawOffer } from '../../components/shared/offers/WithdrawOffer.tsx'
import panel from '../../components/shared/page/Panel.module.css'
import { Scope } from '../../components/shared/scope/Scope.tsx'
import { AgreementThreads } from '../../components/shared/threads/AgreementThreads.tsx'
import { openInWords, openOf } from '../../components/shared/threads/texts.ts'
import { paths } from '../../paths.ts'
import { momentInZones } from '../../components/shared/dates/moments.ts'
import { Facts } from '../../ui/Facts.tsx'
import { Section } from '../../ui/Section.tsx'

type Detail = agreements.AgreementDetail

/** The statuses in which the company is told why it cannot agree: the others say it themselves. */
const ASKED = new Set<number>([1, agreements.PASSED, agreements.PUBLISHED])

/** Remarks about a release that can be opened are written there. */
const RaiseThere = ({ release_id }: { release_id: number }) => (
  <RouteButton
    variant="default"
    to={paths.release}
    params={{ releaseID: String(release_id) }}
    search={{ tab: 'remarks', raise: '1' }}
  >
    Есть замечание
  </RouteButton>
)

/** What the company may answer, or why it may not. */
const Turn = ({ agreement }: { agreement: Detail }) => {
  const { abilities, open_release_id, open_remarks } = agreement
  const { approve } = abilities
  const isAsked = ASKED.has(agreements.shownToClient(agreement))
  return (
    <OwnAnswers
      key={agreement.id}
      agreement={agreement}
      open={open_remarks}
      raise={open_release_id !== null && <RaiseThere release_id={open_release_id} />}
    >
      {isAsked && approve !== true && <p className={panel.text}>{approve}</p>}
    </OwnAnswers>
  )
}

/** Both sides' remarks, which have their place on the release's page if the company can open that. */
function Remarks({ agreement: { id, abilities } }: { agreement: Detail }) {
  const [isOpen, turn] = useState(false)
  return (
    <AgreementThreads agreement_id={id} canRaise={abilities.remark} raising={{ isOpen, turn }}>
      {(all, list) => (
        <Section title="Замечания" aside={openInWords(openOf(all))}>
          {list}
        </Section>
      )}
    </AgreementThreads>
  )
}

function Shown({ agreement }: { agreement: Detail }) {
  const { details, releaseDate, scope, scope_change, open_release_id } = agreement
  const ended = endOfDate(agreement)
  return (
    <>
      <h2 className={panel.title}>
        {open_release_id === null ? (
          details.title
        ) : (
          <RouteAnchor to={paths.release} params={{ releaseID: String(open_release_id) }}>
            {details.title}
          </RouteAnchor>
        )}
      </h2>
      <div className={panel.marks}>
        <AgreementStatus status={agreements.shownToClient(agreement)} />
      </div>
      <Stack gap="sm">
        <Facts
          items={[
            ['Установка', releaseDate && momentInZones(agreement)],
            ['Перенесена', agreement.date_withdrawn ? null : agreement.cancel_reason],
            ['На тесте', agreement.isPublishedOnTestEnv ? 'опубликован' : null],
          ]}
        />
        <Objections title="Обратите внимание на дату" objections={agreement.objections} />
        {ended && <p className={panel.text}>{ended}</p>}
        <Turn agreement={agreement} />
      </Stack>
      {open_release_id === null && <Remarks key={agreement.id} agreement={agreement} />}
      {scope && (
        <Scope scope={scope} isAgreed={agreement.by_client && !scope_change}>
          {({ content, ...titled }) => <Section {...titled}>{content}</Section>}
        </Scope>
      )}
      <p>
        <DossierButton release_id={agreement.release_id} size="xs" />
      </p>
      {agreement.offers.length > 0 && (
        <Section title="Предложенные даты">
          <OfferList offers={agreement.offers} of={agreement} />
          <WithdrawOffer agreement={agreement} />
        </Section>
      )}
    </>
  )
}

/** One agreement as its company sees it; for a hidden release only what may be shown. */
export const OwnPanel = ({ id }: { id: number }) => (
  <Loaded
    result={useQuery(agreementQuery(id, 'throw'))}
    failed="Согласование не загрузилось"
    loading={<Skeleton height={160} />}
  >
    {(agreement) => <Shown agreement={agreement} />}
  </Loaded>
)
