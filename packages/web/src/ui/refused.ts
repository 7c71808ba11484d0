/**
 * Returns the properties of a control that cannot be used and says why: to the pointer and the keyboard
 * (kit/feedback/Hints.tsx), and to the screen reader. It keeps the focus, so that the reason can be read.
 * @param ability true, or the reason
 */
export const whyRefused = (ability: true | string) =>
  ability === true ? {} : { 'aria-disabled': true, 'aria-description': ability, 'data-hint': ability }
