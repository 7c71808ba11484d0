import { Html } from '../markup.ts'
import { renderWord } from './render.ts'

/** In a thread of its own: what is asked of it and what it answers are plain data. */
interface WordInput {
  kind: string
  title: string
  html: string
}

export default ({ kind, title, html }: WordInput): Promise<Uint8Array> =>
  renderWord({ kind, title, body: new Html(html) })
