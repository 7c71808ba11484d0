import { releases } from '@vypusk/contract'
import { WordButton } from '../../components/kit/download/WordButton.tsx'
import { useViewer } from '../../components/shared/session/viewer.tsx'

/** Takes the release description away as a Word document, as whoever is looked as would get it. */
export function DescriptionButton({ id }: { id: number }) {
  const { as_company } = useViewer()
  return <WordButton endpoint={releases.descriptionDoc} input={{ params: { id }, query: { as_company } }} />
}
