import { Mark, Node } from '@tiptap/core'

/**
 * Elements that the shared allow-list permits and the editor has no buttons for. They are kept, so that editing the
 * text around them loses nothing.
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

/** The columns and rows a cell spans; null when it spans only its own. */
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
