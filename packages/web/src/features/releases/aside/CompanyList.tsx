import type { releases } from '@vypusk/contract'
import { useState } from 'react'
import { toast } from '../../../components/kit/feedback/toast.tsx'
import { whenDone } from '../../../components/kit/feedback/when-done.ts'
import classes from './Aside.module.css'
import { CompanyLine } from './CompanyLine.tsx'
import { NotPublishingDialog } from './NotPublishingDialog.tsx'
import { useNotPublishing } from '../api.ts'

/** Takes a company off the not-publishing list; undoing puts it back with the same reasons. */
function useTakingOff({ id, notPublishingReasons }: releases.ReleaseDetail) {
  const { mutateAsync } = useNotPublishing(id)
  return ({ idcomp }: releases.ReleaseCompany) => {
    const { reason, client_reason } = notPublishingReasons?.find((each) => each.idcomp === idcomp) ?? {}
    whenDone(mutateAsync({ company_id: idcomp, remove: true }), () =>
      toast.undo('Компания снова ждёт релиз', () =>
        whenDone(mutateAsync({ company_id: idcomp, reason, client_reason: client_reason ?? undefined })),
      ),
    )
  }
}

/** The companies of a release, with what each waits for. */
export function CompanyList({ release }: { release: releases.ReleaseDetail }) {
  const [refused, setRefused] = useState<releases.ReleaseCompany | null>(null)
  const takeOff = useTakingOff(release)
  const canList = release.abilities.not_publishing === true
  const byId = new Map(release.agreements.map((agreement) => [agreement.company_id, agreement]))
  const reasons = new Map(release.notPublishingReasons?.map((entry) => [entry.idcomp, entry]))
  return (
    <>
      <ul className={classes.companies}>
        {release.companies.map((company) => (
          <CompanyLine
            key={company.idcomp}
            company={company}
            agreement={byId.get(company.idcomp)}
            listed={reasons.get(company.idcomp)}
            onList={canList ? setRefused : undefined}
            onTakeOff={canList ? takeOff : undefined}
          />
        ))}
      </ul>
      <NotPublishingDialog release={release} company={refused} onClose={() => setRefused(null)} />
    </>
  )
}
