/** Where the focus goes on when a form takes the place of the button that opened it, and when the button is back. */

/** The name of the button whose place a form has taken. */
const openers = new WeakMap<Element, string>()

const nameOf = (element: Element): string => element.getAttribute('aria-label') ?? element.textContent.trim()

const within = (nodes: readonly Node[], selector: string): HTMLElement[] =>
  nodes
    .filter((node) => node instanceof HTMLElement)
    .flatMap((one) => [...(one.matches(selector) ? [one] : []), ...one.querySelectorAll<HTMLElement>(selector)])

/** A form that took the focus by itself. */
export function remember(field: Element, opener: Element): void {
  const form = field.closest('form')
  if (form && !form.contains(opener)) openers.set(form, nameOf(opener))
}

/** The field that the form begins with, or the form, so that Tab leads to its first field once that has loaded. */
function enter(form: HTMLElement, opener: Element): HTMLElement {
  openers.set(form, nameOf(opener))
  const field = form.querySelector<HTMLElement>('[data-autofocus]:not(:disabled)')
  if (!field) form.tabIndex = -1
  return field ?? form
}

/** The button that had opened the form; saving may have given it another name. */
function backFrom(form: Element, added: readonly Node[]): HTMLElement | undefined {
  const buttons = within(added, 'button')
  const opener = openers.get(form)
  if (opener === undefined) return undefined
  return buttons.find((button) => nameOf(button) === opener) ?? (buttons.length === 1 ? buttons[0] : undefined)
}

const controlsOf = (row: Element) => [...row.querySelectorAll<HTMLElement>('a[href], button, input')]

/** The same control of the row or item that has moved up; of the one before, if the last one is gone. */
function inNextRow(gone: Element, { removedNodes, nextSibling, previousSibling }: MutationRecord) {
  const row = [...removedNodes].find((node) => node.contains(gone))
  // Rows that take the focus themselves belong to a table that says where it goes.
  if (!(row instanceof Element) || !['TR', 'LI'].includes(row.tagName) || row.hasAttribute('tabindex')) return undefined
  const next = nextSibling ?? previousSibling
  return next instanceof Element && next.isConnected
    ? controlsOf(next)[controlsOf(row).indexOf(gone as HTMLElement)]
    : undefined
}

const isHidden = (node: Node | null) => node instanceof HTMLInputElement && node.type === 'hidden'

/** The field beside a button that has filled it in and is not needed any more. */
function besideButton(gone: Element, { removedNodes, previousSibling }: MutationRecord) {
  if (!(gone instanceof HTMLButtonElement) || ![...removedNodes].includes(gone)) return undefined
  // What a select sends is in a hidden field after it.
  const beside = isHidden(previousSibling) ? previousSibling?.previousSibling : previousSibling
  return beside ? within([beside], 'input, textarea').findLast((field) => !isHidden(field)) : undefined
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
  if (within(added, 'h1').length > 0) return undefined
  const [form] = within(added, 'form')
  if (form) return enter(form, gone)
  const left = gone.closest('form')
  if (added.length > 0 && left) return backFrom(left, added)
  return inNextRow(gone, removal) ?? besideButton(gone, removal)
}
