/**
 * @jest-environment-options {"preconf": {"scenario": {"actors": {"bob": {"mnemonicIndex": 1}}, "steps": [{"state": {"bob": {"balance": "5 ether"}}}, {"name": "later", "after": "10s", "send": {"to": "bob", "value": "1 ether"}}]}}}
 */
const { setUp } = require('./token.cjs')

const { client } = setUp()

test.each([0, 10_000])('each test plays the scenario from its beginning: %i ms', async (ms) => {
  expect(chain.scenario.status).toBe('playing')
  await chain.clock.advance(ms)
  const balance = await client.getBalance({ address: chain.accounts[1].address })
  expect(balance).toBe(ms === 0 ? 5n * 10n ** 18n : 6n * 10n ** 18n)
})

test.skip('a test that is skipped leaves nothing of it', () => {})

afterAll(async () => {
  expect(chain.scenario.status).toBe('stopped')
})
