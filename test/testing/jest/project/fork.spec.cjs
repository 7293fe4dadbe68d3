/**
 * @jest-environment-options {"preconf": {"fork": {"cassette": "live.fork.jsonl"}}}
 */
const holder = '0x00000000000000000000000000000000000000aa'

const balance = () =>
  chain.provider.request({ method: 'eth_getBalance', params: [holder, 'latest'] })

test('a file has a fork of a live chain that was recorded', async () => {
  expect(chain.chainId).toBe(4242)
  expect(chain.forkInfo).toMatchObject({ offline: true, requests: 0 })
  expect(BigInt(await balance())).toBe(3n * 10n ** 18n)
  await chain.provider.request({ method: 'anvil_setBalance', params: [holder, '0x1'] })
})

test('each of its tests begins as the live chain was', async () => {
  expect(BigInt(await balance())).toBe(3n * 10n ** 18n)
})
