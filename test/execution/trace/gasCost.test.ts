import { expect, it } from 'vitest'
import type { HardforkName } from '../../../src/types/options/options.ts'
import { assemble, type Item } from '../assemble.ts'
import { addressOf, contract, funded } from '../engine.ts'
import { calling, notes, watched } from './tracing.ts'

/** The price of the last instruction but the STOP after it, and the gas before it. */
async function priceOf(
  items: readonly Item[],
  hardfork: HardforkName = 'osaka',
  gas = 121_000n,
): Promise<{ cost: bigint | undefined; gas: bigint | undefined }> {
  const hooks = notes()
  const accounts = [contract(1, assemble(...items), 10n), contract(2, assemble('STOP')), funded(3)]
  await watched(hooks, { accounts, hardfork, request: { gas } })
  const own = hooks.steps.filter(({ depth, opcode }) => depth === 1 && opcode !== 0)
  const last = own.at(-1)
  return { cost: last?.gasCost, gas: last?.gas }
}

/** All but a 64th (EIP-150). */
const most = (gas: bigint): bigint => gas - gas / 64n

const call = (gas: Item, value = 0): readonly Item[] =>
  calling('CALL', addressOf(2), { gas, value })

it('is what the instruction costs, cold and with the memory that it needs', async () => {
  expect((await priceOf([5, 1, 'SSTORE'])).cost).toBe(22_100n)
  expect((await priceOf([1, 'SLOAD'])).cost).toBe(2_100n)
  expect((await priceOf([addressOf(3), 'BALANCE'])).cost).toBe(2_600n)
  expect((await priceOf([7, 32, 'MSTORE'])).cost).toBe(9n)
  expect((await priceOf([32, 0, 'LOG0'])).cost).toBe(375n + 256n + 3n)
})

it('counts in the gas that a call passes on, without the stipend', async () => {
  expect((await priceOf(call(1_000))).cost).toBe(2_600n + 1_000n)
  expect((await priceOf(call(1_000, 1))).cost).toBe(2_600n + 9_000n + 1_000n)
})

it('passes on all but a 64th at most', async () => {
  const { cost, gas = 0n } = await priceOf(call(2n ** 200n))
  expect(cost).toBe(2_600n + most(gas - 2_600n))
})

it('passes on what is asked for before EIP-150', async () => {
  expect((await priceOf(call(1_000), 'homestead')).cost).toBe(40n + 1_000n)
  expect((await priceOf(call(1_000), 'tangerineWhistle')).cost).toBe(700n + 1_000n)
})

it('leaves out what a creation passes on', async () => {
  expect((await priceOf([0, 0, 0, 'CREATE'])).cost).toBe(32_000n)
})

it('is the fixed price alone where gas does not even suffice for that', async () => {
  expect((await priceOf([32, 0, 'LOG0'], 'osaka', 21_106n)).cost).toBe(375n)
})

it('is the fixed price where the instruction cannot have one', async () => {
  expect((await priceOf([2n ** 100n, 'MLOAD'])).cost).toBe(3n)
})

it('is the fixed price of a call that cannot be paid', async () => {
  const hooks = notes()
  const accounts = [contract(1, assemble(...call(1_000)))]
  await watched(hooks, { accounts, request: { gas: 21_521n } })
  expect(hooks.received).toContainEqual({ fault: { error: 'out of gas', gasCost: 100n } })
})
