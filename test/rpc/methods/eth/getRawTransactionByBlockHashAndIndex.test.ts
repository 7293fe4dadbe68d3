import { parseTransaction } from 'viem'
import { expect, it } from 'vitest'
import { client, missingArgument, twoSteps, zeroHash } from '../client.ts'

it('gives the bytes of the transaction there, or none', async () => {
  await using devnet = await client()
  const { hash } = await twoSteps(devnet)
  const ask = (block: unknown, index: string) =>
    devnet.ask('eth_getRawTransactionByBlockHashAndIndex', block, index)
  expect(parseTransaction(await ask(hash, '0x1'))).toMatchObject({ nonce: 1 })
  expect(await ask(hash, '0x3')).toBe('0x')
  expect(await ask(zeroHash, '0x0')).toBe('0x')
  expect(await devnet.refusal('eth_getRawTransactionByBlockHashAndIndex', hash)).toEqual(
    missingArgument(1),
  )
})
