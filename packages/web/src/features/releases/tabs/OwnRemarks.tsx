import { Button } from '@mantine/core'
import { Link, useNavigate, useRouterState } from '@tanstack/react-router'
import type { releases, threads } from '@vypusk/contract'
import { useQuery } from '@tanstack/react-query'
import { agreementQuery } from '../../../api/agreements.ts'
import type { Search } from '../../../components/kit/list-state/search.ts'
import { Loaded } from '../../../components/kit/data-table/Loaded.tsx'
import { AgreementThreads } from '../../../components/shared/threads/AgreementThreads.tsx'
import { threadsQuery } from '../../../components/shared/threads/api.ts'
import { openInWords, openOf } from '../../../components/shared/threads/texts.ts'
import asides from '../aside/Aside.module.css'
import classes from '../ReleasePage.module.css'

/** The client's remarks are in a tab, where there is room to write; the links to it are beside the date. */
const TAB = 'remarks'
const opened = (before: Search): Search => ({ ...before, tab: TAB, raise: undefined })

/** «Замечания: открытых 2», a link to them. */
export const RemarksLink = ({ all }: { all: readonly threads.Thread[] }) =>
  all.length > 0 && (
    <p className={openOf(all).blocking + openOf(all).other > 0 ? asides.remark : asides.settled}>
      <Link to="." search={opened} className={asides.other}>
        Замечания: {openInWords(openOf(all))}
      </Link>
    </p>
  )

/** The number of open remarks, beside the tab's name. */
export function OpenRemarks({ release }: { release: releases.ReleaseDetail }) {
  const id = release.companies[0]?.agreement_id ?? null
  const { data } = useQuery({ ...threadsQuery(id ?? 0), enabled: id !== null })
  const { blocking, other } = openOf(data?.threads ?? [])
  return blocking + other > 0 && <span className={classes.dim}>{blocking + other}</span>
}

/** Opens the tab with or without the form for a new remark; the address keeps how many times it was asked for. */
function useRaising() {
  const navigate = useNavigate()
  const asked = useRouterState({ select: ({ location }) => Number(location.search['raise'] ?? 0) })
  const turn = (isWanted: boolean) =>
    void navigate({
      to: '.',
      search: (before) => ({ ...opened(before), raise: isWanted ? String(asked + 1) : undefined }),
      replace: true,
      resetScroll: false,
    })
  return { isOpen: asked > 0, asked, turn }
}

/** Opens the tab with the form for a new remark. */
export function RaiseLink() {
  const { turn } = useRaising()
  return (
    <Button variant="default" onClick={() => turn(true)}>
      Есть замечание
    </Button>
  )
}

/** The remarks of the company and the provider about the release. */
export function OwnRemarks({ release }: { release: releases.ReleaseDetail }) {
  const raising = useRaising()
  const id = release.companies[0]?.agreement_id ?? null
  const result = useQuery({ ...agreementQuery(id ?? 0, 'throw'), enabled: id !== null })
  if (id === null) {
    return <p className={classes.none}>Дату ещё не предложили. Замечание можно будет написать, когда её предложат.</p>
  }
  return (
    <Loaded result={result} failed="Замечания не загрузились" loading={null}>
      {(agreement) => (
        <div className={classes.reading}>
          <AgreementThreads agreement_id={id} canRaise={agreement.abilities.remark} raising={raising}>
            {(all, list) => (
              <>
                {all.length === 0 && !raising.isOpen && (
                  <p className={classes.none}>Замечаний нет. Напишите, если что-то мешает установить релиз.</p>
                )}
                {list}
              </>
            )}
          </AgreementThreads>
        </div>
      )}
    </Loaded>
  )
}
