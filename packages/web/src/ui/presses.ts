/** The button being pressed, and where it was when the press began. */
interface Press {
  button: HTMLButtonElement
  box: DOMRect
}

function pressOf({ target, button: which }: MouseEvent): Press | null {
  const button = which === 0 && target instanceof Element ? target.closest('button') : null
  return button && { button, box: button.getBoundingClientRect() }
}

const isIn = ({ left, right, top, bottom }: DOMRect, { clientX: x, clientY: y }: MouseEvent) =>
  x >= left && x <= right && y >= top && y <= bottom

/**
 * Makes a press count for the button it began on. Pressing a button takes the focus from a field, whose error then
 * appears or disappears; this moves the button from under the pointer, and the browser would not report a click.
 */
export function keepPresses(): void {
  let held: Press | null = null
  addEventListener('mousedown', (event) => (held = pressOf(event)), true)
  addEventListener(
    'mouseup',
    (event) => {
      if (held && isIn(held.box, event) && !event.composedPath().includes(held.button)) held.button.click()
      held = null
    },
    true,
  )
}
