import { Alert, Button } from '@mantine/core'
import type { releases } from '@vypusk/contract'
import { toast } from '../../../components/kit/feedback/toast.tsx'
import { whenDone } from '../../../components/kit/feedback/when-done.ts'
import { useNaming, useTakingBack } from '../../../components/shared/bringing/api.ts'
import { nameOf, requestsCount, seenByMore, unnamedInWords } from '../../../components/shared/bringing/texts.ts'
import { companiesCount } from '../../../components/shared/company/texts.ts'
import classes from './Aside.module.css'

interface UnnamedCompaniesProps {
  release: releases.ReleaseDetail
  unnamed: releases.Readiness['unnamed']
}

/** «21 компания из заявок не названа»: they are neither asked nor published to until they are added to the release. */
export function UnnamedCompanies({ release, unnamed }: UnnamedCompaniesProps) {
  const { mutateAsync, isPending } = useNaming(release.id)
  const takeBack = useTakingBack()
  if (unnamed.length === 0) return null
  const name = () =>
    whenDone(mutateAsync(), ({ brought }) =>
      toast.undo(`В релиз добавлено: ${companiesCount(brought.companies.length)}`, () =>
        takeBack({ id: release.id, ...brought }),
      ),
    )
  return (
    <Alert color="yellow" my="sm" p="sm" title={unnamedInWords(unnamed.length)}>
      <details>
        <summary className={classes.summary}>Их заявки в релизе есть, а согласований не будет</summary>
        <ul className={classes.companies}>
          {unnamed.map((company) => (
            <li key={company.idcomp}>
              {nameOf(company)} · {requestsCount(company.requests)}
            </li>
          ))}
        </ul>
      </details>
      {release.abilities.requests === true && (
        <Button mt="xs" size="compact-sm" loading={isPending} onClick={name}>
          Добавить в релиз: {unnamed.length}
        </Button>
      )}
      {release.is_visible_for_client && <p className={classes.quiet}>{seenByMore(unnamed.length)}</p>}
    </Alert>
  )
}
