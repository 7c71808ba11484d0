import { releases } from '@vypusk/contract'
import { WordButton } from '../../../components/kit/download/WordButton.tsx'
import { useViewer } from '../../../components/shared/session/viewer.tsx'

/** Downloads the release description as a Word document, as the viewer, or the previewed company, would get it. */
export function DescriptionButton({ id }: { id: number }) {
  const { as_company } = useViewer()
  return <WordButton endpoint={releases.descriptionDoc} input={{ params: { id }, query: { as_company } }} />
}
