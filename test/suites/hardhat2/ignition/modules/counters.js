const { buildModule } = require('@nomicfoundation/hardhat-ignition/modules')

// One of each kind of future: contracts, calls, reads of results and events, transfers.
module.exports = buildModule('Counters', (m) => {
  const first = m.contract('Counter', [m.getParameter('start', 5n)], { id: 'First' })
  const incremented = m.call(first, 'increment')
  const number = m.readEventArgument(incremented, 'Incremented', 'number')
  const second = m.contract('Counter', [number], { id: 'Second' })
  const read = m.staticCall(second, 'number')
  m.call(first, 'increaseBy', [read])
  m.send('funds', m.getAccount(1), 12n)
  return { first, second }
})
