import { Mark, Node } from '@tiptap/core'

/**
 * What the shared allow-list lets a text hold and the editor has no button for: kept as it is, so
 * that editing the words around it loses nothing.
 */

const mark = (name: string, tag: string) =>
  Mark.create({ name, parseHTML: () => [{ tag }], renderHTML: ({ HTMLAttributes }) => [tag, HTMLAttributes, 0] })

const part = (name: string, tag: string, content: string, group?: string) =>
  Node.create({
    name,
    content,
    ...(group ? { group } : {}),
    parseHTML: () => [{ tag }],
    renderHTML: ({ HTMLAttributes }) => [tag, HTMLAttributes, 0],
  })

/** How many columns and rows a cell spans; null where only its own. */
const spans = () => ({
  colspan: { default: null },
  rowspan: { default: null },
})

const cell = (name: string, tag: string) => part(name, tag, 'block+').extend({ addAttributes: spans })

export const keptNodes = [
  mark('subscript', 'sub'),
  mark('superscript', 'sup'),
  part('table', 'table', '(tableHead | tableBody | tableRow)+', 'block'),
  part('tableHead', 'thead', 'tableRow+'),
  part('tableBody', 'tbody', 'tableRow+'),
  part('tableRow', 'tr', '(tableCell | tableHeader)+'),
  cell('tableCell', 'td'),
  cell('tableHeader', 'th'),
]
