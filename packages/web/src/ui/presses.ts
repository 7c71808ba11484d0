/** The button that is held down, and where it stood then. */
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
 * Lets a press count for the button it began on. Pressing takes the focus from a field, and the field then says what is
 * wrong with it or no longer says it: the button moves from under the pointer, and the browser clicks nothing at all.
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
