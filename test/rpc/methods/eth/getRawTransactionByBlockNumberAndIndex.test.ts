import { parseTransaction } from 'viem'
import { expect, it } from 'vitest'
import { client, missingArgument, twoSteps } from '../client.ts'

it('gives the bytes of the transaction there, or none', async () => {
  await using devnet = await client()
  await twoSteps(devnet)
  const ask = (block: unknown, index: string) =>
    devnet.ask('eth_getRawTransactionByBlockNumberAndIndex', block, index)
  expect(parseTransaction(await ask('0x1', '0x1'))).toMatchObject({ nonce: 1 })
  expect(await ask('0x1', '0x3')).toBe('0x')
  expect(await ask('0x9', '0x0')).toBe('0x')
  expect(await devnet.refusal('eth_getRawTransactionByBlockNumberAndIndex', '0x1')).toEqual(
    missingArgument(1),
  )
})
