/**
 * Rules of docs/architecture.md that no published plugin knows: time comes from the clock that is passed in,
 * and policy and rules hold no chance either.
 */
const isNamed = (node, object, property) =>
  node.callee.type === 'MemberExpression' &&
  node.callee.object.name === object &&
  node.callee.property.name === property

const ownClock = {
  create: (context) => ({
    NewExpression(node) {
      if (node.callee.name === 'Date' && node.arguments.length === 0) {
        context.report({ node, message: 'Time comes from the clock that is passed in: deps.clock.now()' })
      }
    },
    CallExpression(node) {
      if (isNamed(node, 'Date', 'now')) {
        context.report({ node, message: 'Time comes from the clock that is passed in: deps.clock.now()' })
      }
    },
  }),
}

const chance = {
  create: (context) => ({
    Identifier(node) {
      if (node.name.startsWith('random'))
        context.report({ node, message: 'policy and rules are pure: chance is passed in' })
    },
  }),
}

export default { meta: { name: 'house' }, rules: { 'own-clock': ownClock, chance } }
