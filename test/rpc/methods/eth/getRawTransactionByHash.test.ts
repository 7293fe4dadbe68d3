import { describe, expect, it } from 'vitest'
import { client, missingArgument, zeroHash } from '../client.ts'
import { signedTransfer } from '../signing.ts'

describe.each(['eth_getRawTransactionByHash', 'debug_getRawTransaction'])('%s', (method) => {
  it('gives back what was sent, wherever it is', async () => {
    await using devnet = await client()
    const raw = await signedTransfer(devnet)
    const hash = await devnet.ask('eth_sendRawTransaction', raw)
    expect(await devnet.ask(method, hash)).toBe(raw)
    await devnet.flashblock()
    expect(await devnet.ask(method, hash)).toBe(raw)
    await devnet.seal()
    expect(await devnet.ask(method, hash)).toBe(raw)
  })

  it('is no bytes for an unknown hash, and refuses what is none', async () => {
    await using devnet = await client()
    expect(await devnet.ask(method, zeroHash)).toBe('0x')
    expect(await devnet.refusal(method)).toEqual(missingArgument(0))
    expect(await devnet.refusal(method, '1000000')).toMatchObject({ code: -32602 })
  })
})
