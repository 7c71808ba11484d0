import { decodeName } from '@vypusk/contract'
import type { BodyOf, drafts } from '@vypusk/contract'
import type { Call } from '../../../platform/call.ts'
import { momentOf } from '../../../platform/clock.ts'
import { inTransaction } from '../../../platform/transaction.ts'
import { namesApart } from '../../catalog/port.ts'
import { judge, setChangesOf, setsOf, type Handed } from '../../publications/port.ts'
import { addressees, allCompanies, reachedByRelease, withSubstitutes } from '../queries/letters.ts'
import { overridesOf } from '../queries/templates.ts'
import { apart, correctedFor, namesIn, publishedSides, reachable, unreached } from '../rules.ts'
import { publishedContent } from '../templates/publication-letters.ts'
import { letterOf } from '../templates/register.ts'
import { aroundOf } from './write.ts'

type Companies = Awaited<ReturnType<typeof allCompanies.all>>

/** Names that must not occur in what one company gets: other companies, and releases and files that it does not get. */
function foreignTo(idcomp: number, handed: Handed[], companies: Companies): string[] {
  const [own, others] = [
    handed.filter((item) => item.companies.includes(idcomp)),
    handed.filter((item) => !item.companies.includes(idcomp)),
  ]
  const named = (title: string, files: Handed['files']) => [title, ...files.map((file) => file.file_name)]
  const words = (items: Handed[]) => items.flatMap(({ release, files }) => named(release.title, files))
  const known = new Set(own.flatMap(({ release, packageFor }) => named(release.title, packageFor(idcomp))))
  const names = companies.filter((one) => one.idcomp !== idcomp).map(({ namecomp }) => decodeName(namecomp))
  return [...names, ...words([...others, ...own]).filter((word) => !known.has(word))]
}

const contactOf = ({
  id,
  name,
  email,
  idcomp,
}: {
  id: number
  name: string
  email: string | null
  idcomp: number | null
}) => ({
  id,
  name,
  mailuser: email,
  idcomp,
})

const fileOf = ({ id, file_name }: Handed['files'][number]) => ({ id, file_name })

/** What is handed over, with the companies that the corrected publication had reached with each release. */
async function releasesOf({ deps, body: { corrects } }: Call<typeof drafts.preview>, handed: Handed[]) {
  const former = corrects === undefined ? [] : await reachedByRelease.all(deps.db, { id: corrects })
  const correctedBy = Map.groupBy(former, ({ release_id }) => release_id)
  return handed.map((item) => ({
    ...item,
    title: item.release.title,
    customers: item.companies,
    corrected: (correctedBy.get(item.release.id) ?? []).flatMap(({ idcomp }) => idcomp ?? []),
  }))
}

/** The letters and files of a draft, made as publishing makes them. */
async function lettersOf(
  call: Call<typeof drafts.preview>,
  handed: Handed[],
  chosen: Awaited<ReturnType<typeof addressees.all>>,
) {
  const { deps, person, body } = call
  const [companies, overrides] = await Promise.all([allCompanies.all(deps.db, {}), overridesOf(deps.db)])
  const called = await namesApart(deps.db)
  const around = aroundOf(call, { at: momentOf(deps.clock) })
  const releases = await releasesOf(call, handed)
  const sides = publishedSides(releases, reachable(chosen, person.id))
  const lists = apart(
    sides.map(({ readers, idcomp }) => ({ targets: readers.map(({ email }) => email), idcomp })),
    person.email,
  )
  const letters = sides.map(({ idcomp, readers, shown }, n) => {
    const titles = shown.map(({ title }) => title)
    const company = companies.find((one) => one.idcomp === idcomp) ?? null
    const name = company && called.company(company)
    const instead = correctedFor(idcomp, shown, body.corrects ?? null)
    const letter = letterOf(
      publishedContent({ id: null, text: body.text, corrects: instead, releases: titles, company: name }, around),
      overrides,
    )
    const files = shown.flatMap((item) => (idcomp === null ? item.files : item.packageFor(idcomp)).map(fileOf))
    const preview = [letter.text, ...files.map(({ file_name }) => file_name)].join('\n')
    return {
      company,
      recipients: readers.filter(({ email }) => lists[n]?.includes(email)).map(contactOf),
      subject: letter.subject,
      html: letter.html,
      releases: titles,
      files,
      foreign: idcomp === null ? [] : namesIn(preview, foreignTo(idcomp, handed, companies)),
    }
  })
  return { letters: letters.filter(({ recipients }) => recipients.length > 0), companies }
}

const chosenIn = ({ recipients }: BodyOf<typeof drafts.preview>) => [...recipients.rivc, ...recipients.clients]

/** Shows what publishing the draft would send to whom. Nothing is stored. */
export async function previewPublication(call: Call<typeof drafts.preview>) {
  const { deps, person, body } = call
  const { handed, later, digest, errors } = await inTransaction(call, (tx) => judge(tx, body, call.deps.clock))
  const chosen = await addressees.all(deps.db, { ids: await withSubstitutes(deps.db, chosenIn(body)) })
  const { letters, companies } = await lettersOf(call, handed, chosen)
  const changes = await setChangesOf(deps.db, handed, body)
  const reached = new Set(handed.flatMap((item) => item.companies))
  const written = new Set(letters.map(({ company }) => company?.idcomp))
  const gettingOf = (idcomp: number | null) => {
    if (idcomp === null || reached.has(idcomp)) return 'now'
    return later.includes(idcomp) ? 'later' : 'never'
  }
  return {
    letters,
    sets: handed.flatMap(({ release, files, companies: getting, packageFor }) =>
      setsOf(getting, (idcomp) => packageFor(idcomp).map(({ id }) => id)).map((set) => ({
        release: { id: release.id, title: release.title },
        files: files.filter(({ id }) => set.files.includes(id)).map(fileOf),
        companies: companies.filter(({ idcomp }) => set.companies.includes(idcomp)),
      })),
    ),
    changes: changes.map((change) => ({
      ...change,
      companies: companies.filter(({ idcomp }) => change.companies.includes(idcomp)),
    })),
    silent: companies.filter(({ idcomp }) => reached.has(idcomp) && !written.has(idcomp)),
    without: chosen.flatMap((one) => {
      const reason = unreached(one, person.id, gettingOf(one.idcomp))
      return reason ? [{ ...contactOf(one), reason }] : []
    }),
    digest,
    errors,
  }
}
