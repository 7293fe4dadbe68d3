import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bytesToHex, type Hex } from '../../src/lib/hex.ts'
import type { Item } from '../execution/assemble.ts'
import { randomCode } from '../execution/randomCode.ts'
import { account, type Client, client } from '../rpc/methods/client.ts'
import { runs } from '../support/runs.ts'

/** Accounts that code names: contracts of the test, two without code, and one that is not there. */
const named = [0xc1, 0xc2, 0xc3, 0xc4, 0xa1, 0xa2, 0xdead].map(BigInt)
const contracts = named.slice(0, 4)

const calls = ['CALL', 'CALLCODE', 'DELEGATECALL', 'STATICCALL'] as const

function callOf(opcode: (typeof calls)[number], to: bigint, value: bigint): readonly Item[] {
  const sends = opcode === 'CALL' || opcode === 'CALLCODE'
  const rest: readonly Item[] = sends ? [0n, 0n, 0n, 0n, value] : [0n, 0n, 0n, 0n]
  return [...rest, to, 60_000n, opcode, 'POP']
}

/** Creates by init code of two bytes: it destroys itself in favour of its caller, or fails. */
function creationOf(init: bigint, opcode: 'CREATE' | 'CREATE2'): readonly Item[] {
  const salt: readonly Item[] = opcode === 'CREATE2' ? [7n] : []
  return [init, 0n, 'MSTORE', ...salt, 2n, 30n, 0n, opcode, 'POP']
}

const pieces = [
  ...calls.flatMap((opcode) => named.map((to) => callOf(opcode, to, 0n))),
  ...named.map((to) => callOf('CALL', to, 1n)),
  // Sends more than there is.
  ...named.map((to) => callOf('CALL', to, 10n ** 30n)),
  ...([0x33ffn, 0x5ffdn] as const).flatMap((init) => [
    creationOf(init, 'CREATE'),
    creationOf(init, 'CREATE2'),
  ]),
]
const endings: readonly (readonly Item[])[] = [
  ['STOP'],
  [0n, 0n, 'REVERT'],
  ...named.map((to) => [to, 'SELFDESTRUCT'] as const),
]

const hexOf = (address: bigint): Hex => `0x${address.toString(16).padStart(40, '0')}`

/** A state file as it was written before files kept what was called. */
function withoutCalls(dump: Uint8Array): Uint8Array {
  const text = new TextDecoder().decode(dump)
  expect(text).toContain('"called":[')
  return new TextEncoder().encode(text.replaceAll(/"called":\[[^\]]*\],/g, ''))
}

async function found(devnet: Client, address: Hex) {
  const { txs } = await devnet.ask('ots_searchTransactionsBefore', address, 0, 100)
  return txs.map(({ hash }: { hash: Hex }) => hash)
}

test('a search finds what running all blocks again finds', async () => {
  const code = randomCode(pieces, endings)
  const codes = fc.tuple(code, code, code, code)
  const hardfork = fc.constantFrom(
    ...(['berlin', 'shanghai', 'cancun', 'prague', 'osaka'] as const),
  )
  await fc.assert(
    fc.asyncProperty(codes, hardfork, async (programs, fork) => {
      await using devnet = await client({ hardfork: fork })
      for (const [index, program] of programs.entries()) {
        const address = hexOf(contracts[index] as bigint)
        await devnet.ask('anvil_setCode', address, bytesToHex(program))
        await devnet.ask('anvil_setBalance', address, '0x10')
      }
      for (const to of [...named, 0n].map(hexOf)) {
        await devnet.send({ ...(to === hexOf(0n) ? { data: '0x33ff' } : { to }), gas: '0xf4240' })
        await devnet.seal()
      }
      const dump = await devnet.dumpState()
      await using loaded = await client({ hardfork: fork })
      await loaded.loadState(dump)
      // Its blocks did not run there, and nothing says what they called.
      await using old = await client({ hardfork: fork })
      await old.loadState(withoutCalls(dump))
      const created = await devnet.ask('trace_filter', { fromBlock: '0x0' })
      const others = created.flatMap(({ result }: { result: { address?: Hex } | null }) =>
        result?.address === undefined ? [] : [result.address],
      )
      for (const address of [account(devnet, 0), ...named.map(hexOf), ...others]) {
        const expected = [address, await found(devnet, address)]
        expect([address, await found(loaded, address)]).toEqual(expected)
        expect([address, await found(old, address)]).toEqual(expected)
      }
    }),
    runs({ seed: 71, numRuns: 40 }),
  )
})

test('chapters are passed over, also after a reorg', async () => {
  await using devnet = await client()
  const [bob, carol] = [account(devnet, 1), account(devnet, 2)]
  const sealed = async (to: Hex) => {
    const hash = await devnet.send({ to, gas: '0x5208' })
    await devnet.seal()
    return hash
  }
  const first = await sealed(carol)
  for (let block = 0; block < 520; block++) await sealed(bob)
  // A run of empty blocks has no records.
  await devnet.ask('anvil_mine', '0x200')
  const second = await sealed(carol)
  await sealed(bob)
  expect(await found(devnet, carol)).toEqual([second, first])
  const after = async (from: number, size: number) => {
    const { txs } = await devnet.ask('ots_searchTransactionsAfter', carol, from, size)
    return txs.map(({ hash }: { hash: Hex }) => hash)
  }
  expect([await after(0, 1), await after(1, 9), await after(1034, 9)]).toEqual([
    [first],
    [second],
    [],
  ])
  await devnet.rollback({ depth: 2 })
  expect(await found(devnet, carol)).toEqual([first])
  const third = await sealed(carol)
  expect(await found(devnet, carol)).toEqual([third, first])
})
