import { useQuery, useQueryClient } from '@tanstack/react-query'
import { refusedIn } from '../../../components/shared/trials/api.ts'
import { progressInWords } from '../../../components/shared/trials/texts.ts'
import { Trials } from '../../../components/shared/trials/Trials.tsx'
import type { Tell } from '../../../components/shared/trials/TrialRow.tsx'
import classes from '../Approve.module.css'
import { linkedTrialsQuery, tellByLink } from '../api.ts'

/** The test environment by the letter's link: what works can be said before and after the answer. */
export function LinkedTrials({ token }: { token: string }) {
  const client = useQueryClient()
  const query = linkedTrialsQuery(token)
  const { data } = useQuery(query)
  if (!data || data.requests.length === 0 || !data.isPublishedOnTestEnv) return null
  const tell: Tell = (said) =>
    tellByLink(token, said).then(
      ({ trials }) => {
        client.setQueryData(query.queryKey, trials)
        return null
      },
      (error: unknown) => refusedIn(error),
    )
  return (
    <section aria-labelledby="trials">
      <h2 id="trials" className={classes.subtitle}>
        {progressInWords(data.progress)}
      </h2>
      <Trials shown={data} canTell={data.can_tell} tell={tell} />
    </section>
  )
}
