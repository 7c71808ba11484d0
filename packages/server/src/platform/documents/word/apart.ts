import { Html } from '../../text/markup.ts'
import { renderWord } from './render.ts'

/** Runs in a thread of its own, so input and result are plain data. */
interface WordInput {
  kind: string
  title: string
  html: string
}

export default ({ kind, title, html }: WordInput): Promise<Uint8Array> =>
  renderWord({ kind, title, body: new Html(html) })
