import { describe, expect, it } from 'vitest'
import type { CompatName } from '../../../src/types/options/options.ts'
import { client } from '../../rpc/methods/client.ts'

// Anvil 1.7.1 and Hardhat 2.29.1 take and refuse the same; `geth` and `base` have the specification's.

const to = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8'
const loose: readonly (CompatName | undefined)[] = [undefined, 'anvil', 'hardhat', 'ganache']
const strict: readonly CompatName[] = ['geth', 'base']

/** A request as a test suite wrote it, and what a peer makes of it. */
const taken: readonly [Record<string, unknown>, Record<string, unknown>][] = [
  [{ gas: 30_000 }, { gas: '0x7530' }],
  [{ value: 1 }, { value: '0x1' }],
  [{ value: 2 ** 53 - 1 }, { value: '0x1fffffffffffff' }],
  [{ value: 2 ** 53 }, { value: '0x20000000000000' }],
  [{ value: 1e18 }, { value: '0xde0b6b3a7640000' }],
  [{ nonce: 0 }, { nonce: '0x0' }],
  [{ gasPrice: 3_000_000_000 }, { gasPrice: '0xb2d05e00' }],
  [{ maxFeePerGas: 3_000_000_000 }, { maxFeePerGas: '0xb2d05e00' }],
  [{ chainId: 31_337 }, { chainId: '0x7a69' }],
  [{ type: 2 }, { type: '0x2' }],
  [{ type: '02' }, { type: '0x2' }],
  [{ gas: '0x07530' }, { gas: '0x7530' }],
  [{ gas: `0x${'0'.repeat(20)}7530` }, { gas: '0x7530' }],
  [{ value: `0x${'0'.repeat(70)}01` }, { value: '0x1' }],
  [{ value: '0x' }, { value: '0x0' }],
  [{ value: '' }, { value: '0x0' }],
  [{ value: '10' }, { value: '0xa' }],
  [{ to: to.slice(2) }, { to }],
  [{ data: '00', gas: '0xffff' }, { input: '0x00' }],
  [{ input: '00', gas: '0xffff' }, { input: '0x00' }],
  [{ data: '', gas: '0xffff' }, { input: '0x' }],
  [accessListed(to.slice(2), '07'.repeat(32)), accessListed(to, `0x${'07'.repeat(32)}`)],
]

function accessListed(address: string, slot: string) {
  return { accessList: [{ address, storageKeys: [slot] }] }
}

const refusedByAll: readonly Record<string, unknown>[] = [
  { value: 1.5 },
  { value: -1 },
  { value: 1e20 },
  { value: true },
  { value: 'a' },
  { value: `0x1${'0'.repeat(64)}` },
  { value: `1${'0'.repeat(78)}` },
  { gas: `0x1${'0'.repeat(16)}` },
  { data: 0 },
  { data: '0' },
  { to: to.slice(4) },
]

describe.each(loose)('with compat %s', (compat) => {
  it('numbers and bytes of a transaction may be written in any way', async () => {
    for (const [written, meant] of taken) {
      await using devnet = await client({ ...(compat && { compat }), mining: 'auto' })
      const hash = await devnet.send({ to, ...written })
      expect(await devnet.ask('eth_getTransactionByHash', hash)).toMatchObject(meant)
    }
  })

  it('those of a call and of an estimate too', async () => {
    await using devnet = await client({ ...(compat && { compat }), mining: 'auto' })
    const from = devnet.accounts[0]?.address
    for (const [written] of taken) {
      expect(await devnet.ask('eth_call', { from, to, ...written })).toBe('0x')
      expect(await devnet.ask('eth_estimateGas', { from, to, ...written })).toMatch(/^0x(52|62)/)
    }
  })

  it.each(refusedByAll)('%j is refused', async (written) => {
    await using devnet = await client({ ...(compat && { compat }), mining: 'auto' })
    for (const method of ['eth_sendTransaction', 'eth_call', 'eth_estimateGas']) {
      expect(await devnet.refusal(method, { to, ...written })).toMatchObject({ code: -32602 })
    }
  })
})

describe.each(strict)('with compat %s', (compat) => {
  it('each is as the specification has it', async () => {
    await using devnet = await client({ compat, mining: 'auto' })
    for (const written of [...taken.map(([request]) => request), ...refusedByAll]) {
      for (const method of ['eth_sendTransaction', 'eth_call', 'eth_estimateGas']) {
        expect(await devnet.refusal(method, { to, ...written })).toMatchObject({ code: -32602 })
      }
    }
  })
})
