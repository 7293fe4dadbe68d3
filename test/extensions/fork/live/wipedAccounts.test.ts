import { numberToHex } from 'viem'
import { expect, test } from 'vitest'
import type { PreconfDevnet } from '../../../../src/index.ts'
import type { Hex } from '../../../../src/lib/hex.ts'
import { testDevnet } from '../../../support/testDevnet.ts'

/** Writes slot 1 when data is sent to it, and destroys itself otherwise. */
const child: Hex = '0x3660075733ff005b600960015500'
/** Creates what is in its data by CREATE2 with salt 0. */
const factory: Hex = `0x${'fa'.repeat(20)}`
const factoryCode = '0x36600060003760003660006000f560005260206000f3'

const word = (value: number) => numberToHex(value, { size: 32 })

const asking =
  ({ provider }: PreconfDevnet) =>
  (method: string, ...params: unknown[]) =>
    provider.request({ method, params } as never) as Promise<unknown>

test.each(['off', 'required'] as const)(
  'accounts of the live chain that were wiped are so in a state file too (proofs: %s)',
  async (proofs) => {
    const before = { mining: 'auto', hardfork: 'shanghai', seed: 'wiped' } as const
    await using upstream = await testDevnet(before)
    const there = asking(upstream)
    const [from] = (await there('eth_accounts')) as Hex[]
    await there('anvil_setCode', factory, factoryCode)
    const init = `0x600e600c600039600e6000f3${child.slice(2)}`
    const create = { from, to: factory, data: init, gas: '0x7a120' }
    const created = (await there('eth_call', create, 'latest')) as Hex
    const wiped: Hex = `0x${created.slice(26, 66)}`
    await there('eth_sendTransaction', create)
    expect(await there('eth_getCode', wiped, 'latest')).toBe(child)
    for (const slot of [1, 2, 3]) await there('anvil_setStorageAt', wiped, word(slot), word(7))
    await there('evm_mine')

    const { url } = await upstream.listen({ port: 0 })
    const options = { ...before, fork: { url, proofs } }
    await using fork = await testDevnet(options)
    const here = asking(fork)
    // Block by block: wiped, there again with a slot of its own, and wiped again.
    const steps = [
      { from, to: wiped },
      create,
      { from, to: wiped, data: '0x01' },
      { from, to: wiped },
    ]
    const numbers: unknown[] = [await here('eth_blockNumber')]
    for (const step of steps) {
      await here('eth_sendTransaction', { ...step, gas: '0x7a120' })
      numbers.push(await here('eth_blockNumber'))
    }
    const read = async (ask: typeof here) =>
      Promise.all(
        numbers.flatMap((number) => [
          ask('eth_getCode', wiped, number),
          ask('eth_getTransactionCount', wiped, number),
          ...[1, 2, 3].map((slot) => ask('eth_getStorageAt', wiped, word(slot), number)),
        ]),
      )
    const expected = await read(here)
    const slots = (...values: number[]) => values.map(word)
    expect(expected).toEqual([
      ...[child, '0x1', ...slots(7, 7, 7)],
      ...['0x', '0x0', ...slots(0, 0, 0)],
      ...[child, '0x1', ...slots(0, 0, 0)],
      ...[child, '0x1', ...slots(9, 0, 0)],
      ...['0x', '0x0', ...slots(0, 0, 0)],
    ])
    const dump = await fork.dumpState()
    await using loaded = await testDevnet(options)
    await loaded.loadState(dump)
    expect(await read(asking(loaded))).toEqual(expected)
    expect(Buffer.from(await loaded.dumpState()).equals(Buffer.from(dump))).toBe(true)
    await using begun = await testDevnet({ ...options, loadState: dump })
    expect(await read(asking(begun))).toEqual(expected)
    // What is made on top of it has the same hash.
    const hashes = await Promise.all(
      [here, asking(loaded), asking(begun)].map(async (ask) => {
        await ask('eth_sendTransaction', { ...create, nonce: numberToHex(steps.length + 1) })
        return ((await ask('eth_getBlockByNumber', 'latest', false)) as { hash: Hex }).hash
      }),
    )
    expect(new Set(hashes).size).toBe(1)
  },
)
