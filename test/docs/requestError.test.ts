import { createDevnet } from 'preconf'
import { createPublicClient, custom } from 'viem'
import { expect, test } from 'vitest'

test('two requests are refused, and viem asks a third time', async () => {
  await using devnet = await createDevnet()
  devnet.faults.inject({
    kind: 'error',
    code: -32005,
    message: 'slow down',
    method: 'eth_get*',
    times: 2,
  })
  const address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'

  const impatient = createPublicClient({ transport: custom(devnet.provider, { retryCount: 0 }) })
  await expect(impatient.getCode({ address })).rejects.toMatchObject({
    name: 'LimitExceededRpcError',
    details: 'slow down',
  })

  const patient = createPublicClient({ transport: custom(devnet.provider, { retryDelay: 1 }) })
  expect(await patient.getBalance({ address })).toBe(10_000n * 10n ** 18n)
  expect(devnet.faults.list()).toEqual([])
})
