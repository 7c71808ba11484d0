/** Where the focus goes on when a form takes the place of the button that opened it, and when the form is gone again. */

interface Opener {
  element: Element
  /** When a form took its place the button comes back as another element. */
  name: string
}

/** What had the focus before the form: the button that opened it. */
const openers = new WeakMap<Element, Opener>()

const nameOf = (element: Element): string => element.getAttribute('aria-label') ?? element.textContent.trim()

const within = (nodes: readonly Node[], selector: string): HTMLElement[] =>
  nodes
    .filter((node) => node instanceof HTMLElement)
    .flatMap((one) => [...(one.matches(selector) ? [one] : []), ...one.querySelectorAll<HTMLElement>(selector)])

const keep = (form: Element, opener: Element) => openers.set(form, { element: opener, name: nameOf(opener) })

/** A form that has got the focus; what had it before the first time has opened the form, or stands before it. */
export function remember(field: Element, before: Element): void {
  const form = field.closest('form')
  if (form && !openers.has(form) && !form.contains(before)) keep(form, before)
}

/** The editor of formatted text that a form begins with: it is loaded late, and cannot say that it wants the focus. */
export function editorFirst(form: Element): HTMLElement | undefined {
  const field = form.querySelector<HTMLElement>('input:not([type=file]), textarea, [role=textbox]')
  return field?.getAttribute('role') === 'textbox' ? field : undefined
}

/** The field that the form begins with, or the form, so that Tab leads to its first field once that has loaded. */
function enter(form: HTMLElement, opener: Element): HTMLElement {
  keep(form, opener)
  const field = form.querySelector<HTMLElement>('[data-autofocus]:not(:disabled)') ?? editorFirst(form)
  if (!field) form.tabIndex = -1
  return field ?? form
}

/** The button that had opened the form, wherever it is; saving may have given it another name. */
function backFrom(form: Element, added: readonly Node[]): HTMLElement | undefined {
  const opener = openers.get(form)
  if (opener?.element.isConnected) return opener.element as HTMLElement
  const buttons = within(added, 'button')
  if (opener === undefined) return undefined
  return buttons.find((button) => nameOf(button) === opener.name) ?? (buttons.length === 1 ? buttons[0] : undefined)
}

const controlsOf = (row: Element) => [...row.querySelectorAll<HTMLElement>('a[href], button, input')]

/** The same control, or else the first, of the row or item that has moved up; of the one before, if the last is gone. */
function inNextRow(gone: Element, { removedNodes, nextSibling, previousSibling }: MutationRecord) {
  const row = [...removedNodes].find((node) => node.contains(gone))
  // Rows that take the focus themselves belong to a table that says where it goes.
  if (!(row instanceof Element) || !['TR', 'LI'].includes(row.tagName) || row.hasAttribute('tabindex')) return undefined
  const next = nextSibling ?? previousSibling
  if (!(next instanceof Element) || !next.isConnected) return undefined
  const controls = controlsOf(next)
  return controls[controlsOf(row).indexOf(gone as HTMLElement)] ?? controls[0]
}

const isHidden = (node: Node | null) => node instanceof HTMLInputElement && node.type === 'hidden'

const isControl = (node: Node | null): node is HTMLElement =>
  node instanceof HTMLElement && node.isConnected && node.matches('button, a[href]')

/** The field that a button has filled in; the button that came in its place; or the one that stood beside it. */
function besideButton(gone: Element, removal: MutationRecord, added: readonly Node[]) {
  const { target, removedNodes, previousSibling, nextSibling } = removal
  if (!(gone instanceof HTMLButtonElement) || ![...removedNodes].includes(gone)) return undefined
  // What a select sends is in a hidden field after it.
  const beside = isHidden(previousSibling) ? previousSibling?.previousSibling : previousSibling
  const field = beside && within([beside], 'input, textarea').findLast((each) => !isHidden(each))
  const instead = added.filter(({ parentNode }) => parentNode === target)
  return field ?? [...instead, previousSibling, nextSibling].find(isControl)
}

/**
 * Returns what came into the place of an element that had the focus and was removed; undefined when something else did,
 * for example another screen.
 */
export function inItsPlace(gone: Element, changes: readonly MutationRecord[]): HTMLElement | undefined {
  const removal = changes.find(({ removedNodes }) => [...removedNodes].some((node) => node.contains(gone)))
  if (!removal) return undefined
  const place = removal.target
  const added = changes
    .filter(({ target }) => place.contains(target))
    .flatMap(({ addedNodes }) => [...addedNodes])
    .filter(({ isConnected }) => isConnected)
  if (within([...added, ...removal.removedNodes], 'h1').length > 0) return undefined
  const [form] = within(added, 'form')
  if (form) return enter(form, gone)
  const left = gone.closest('form')
  return (left && backFrom(left, added)) ?? inNextRow(gone, removal) ?? besideButton(gone, removal, added)
}
