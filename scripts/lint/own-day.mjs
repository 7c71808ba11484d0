/** The project's own lint rules about whose day it is (house-rules.mjs). */

/** The method that a call calls, and on what; undefined for anything else. */
const methodOf = ({ type, callee }) =>
  type === 'CallExpression' && callee.type === 'MemberExpression'
    ? { name: callee.property.name, of: callee.object }
    : undefined

/** Checks for `x.now().toISOString().slice(…)`: the current day in UTC. */
function isDayInUtc(node) {
  const slice = methodOf(node)
  const text = slice?.name === 'slice' ? methodOf(slice.of) : undefined
  return text?.name === 'toISOString' && methodOf(text.of)?.name === 'now'
}

/**
 * Forbids finding out by any other zone which day it is: the day is the installation's (docs/decisions/0006), and in
 * Kamchatka it begins half a day before that of UTC.
 */
export const ownDay = {
  create: (context) => ({
    CallExpression: (node) =>
      isDayInUtc(node) && context.report({ node, message: 'The current day is the installation’s: today(clock)' }),
  }),
}

const OF_DEVICE = 'Today is the installation’s, not the device’s: today() of ui/dates.ts'

/** Checks for `x.toISOString()`: a moment, which is the same in every zone. */
const isMoment = ({ type, property }) => type === 'MemberExpression' && property.name === 'toISOString'

/** Forbids the same in the browser, whose device may be in any zone. */
export const ownToday = {
  create: (context) => ({
    NewExpression(node) {
      if (node.callee.name !== 'Date' || node.arguments.length > 0 || isMoment(node.parent)) return
      context.report({ node, message: OF_DEVICE })
    },
    CallExpression(node) {
      if (node.callee.name === 'dayjs' && node.arguments.length === 0) context.report({ node, message: OF_DEVICE })
    },
  }),
}
