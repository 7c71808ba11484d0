/** The project's own lint rule about whose day it is (house-rules.mjs). */

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
