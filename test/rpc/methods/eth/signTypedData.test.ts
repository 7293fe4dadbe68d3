import { recoverTypedDataAddress } from 'viem'
import { describe, expect, it } from 'vitest'
import { account, client, invalidArgument, missingArgument } from '../client.ts'

const unknown = `0x${'c0'.repeat(20)}`

const typed = {
  types: {
    EIP712Domain: [{ name: 'chainId', type: 'uint256' }],
    Order: [
      { name: 'amounts', type: 'uint256[]' },
      { name: 'maker', type: 'address' },
    ],
  },
  primaryType: 'Order',
  domain: { chainId: 31_337 },
  message: { amounts: [1, '2', '0x3'], maker: unknown },
} as const

const asViem = {
  ...typed,
  message: { amounts: [1n, 2n, 3n], maker: unknown },
} as unknown as Parameters<typeof recoverTypedDataAddress>[0]

describe.each(['eth_signTypedData', 'eth_signTypedData_v3', 'eth_signTypedData_v4'])(
  '%s',
  (method) => {
    it('signs typed data, as an object or as text', async () => {
      await using devnet = await client()
      const signature = await devnet.ask(method, account(devnet, 1), typed)
      const signer = await recoverTypedDataAddress({ ...asViem, signature })
      expect(signer.toLowerCase()).toBe(account(devnet, 1))
      const text = JSON.stringify(typed)
      expect(await devnet.ask(method, account(devnet, 1), text)).toBe(signature)
    })
  },
)

describe('eth_signTypedData_v4', () => {
  const sign = 'eth_signTypedData_v4'

  it('refuses an account without key', async () => {
    await using devnet = await client()
    expect(await devnet.refusal(sign, unknown, typed)).toEqual({
      code: -32602,
      message: `No Signer available: unknown account ${unknown}`,
    })
  })

  it('refuses what is no typed data', async () => {
    await using devnet = await client()
    const refusal = (data: unknown) => devnet.refusal(sign, account(devnet, 0), data)
    expect(await devnet.refusal(sign, account(devnet, 0))).toEqual(missingArgument(1))
    expect(await refusal('hello')).toEqual(
      invalidArgument(1, 'expected an object or its JSON text, got "hello"'),
    )
    expect(await refusal('[1]')).toEqual(
      invalidArgument(1, 'expected an object, got an array of 1'),
    )
    const { primaryType, ...without } = typed
    expect(await refusal(without)).toEqual(
      invalidArgument(1, 'primaryType: missing value for required field, got nothing'),
    )
    expect(await refusal({ ...typed, types: { Order: 5 } })).toEqual(
      invalidArgument(1, 'types.Order: expected an array, got 5'),
    )
    expect(await refusal({ ...typed, domain: [] })).toEqual(
      invalidArgument(1, 'domain: expected an object, got an array of 0'),
    )
    expect(await refusal({ ...typed, message: { amounts: [-1], maker: unknown } })).toEqual({
      code: -32602,
      message: 'invalid typed data: message.amounts[0]: -1 does not fit into uint256',
    })
  })

  it('refuses text that is nested without end before it is walked through', async () => {
    await using devnet = await client()
    const text = `{"message":${'['.repeat(100_000)}`
    expect(await devnet.refusal(sign, account(devnet, 0), text)).toMatchObject({
      code: -32602,
      message: expect.stringContaining('JSON nested deeper than 150'),
    })
  })
})
