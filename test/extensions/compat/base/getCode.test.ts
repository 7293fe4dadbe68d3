import { expect, it } from 'vitest'
import { client, deployRecorder, recorderRuntime } from '../../../rpc/methods/client.ts'

/** Creates a contract whose code is `00`. */
const creation = '0x60015ff3'

it.each([
  [undefined, '0x00'],
  ['base', '0x'],
] as const)(
  'eth_getCode with compat %s answers %s for a pre-confirmed contract',
  async (compat, code) => {
    await using devnet = await client({ compat })
    const recorder = await deployRecorder(devnet)
    const hash = await devnet.send({ data: creation })
    await devnet.flashblock()
    const { contractAddress } = await devnet.ask('eth_getTransactionReceipt', hash)
    expect(await devnet.ask('eth_getCode', contractAddress, 'pending')).toBe(code)
    const first = { blockNumber: 'pending', flashblock: 1 }
    expect(await devnet.ask('eth_getCode', contractAddress, first)).toBe('0x00')
    expect(await devnet.ask('eth_getCode', recorder, 'pending')).toBe(recorderRuntime)
    await devnet.seal()
    expect(await devnet.ask('eth_getCode', contractAddress, 'pending')).toBe('0x00')
  },
)
