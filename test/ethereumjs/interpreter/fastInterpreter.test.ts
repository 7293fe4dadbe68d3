import { EVM } from '@ethereumjs/evm'
import { Address } from '@ethereumjs/util'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import type { YieldIfDue } from '../../../src/clock/pace.ts'
import { initCrypto } from '../../../src/ethereumjs/crypto.ts'
import { installFastInterpreter } from '../../../src/ethereumjs/interpreter/fastInterpreter.ts'
import { createProtocol } from '../../../src/ethereumjs/protocol/protocol.ts'
import { ExecutionTimeout } from '../../../src/ethereumjs/yieldIfDue.ts'
import { bytesToBigInt, hexToBytes } from '../../../src/lib/hex.ts'
import { emptyState } from '../../../src/state/persistentState.ts'
import { Translations } from '../../../src/wasm/interpreter/translated/translations.ts'
import { assemble, type Item } from '../../execution/assemble.ts'
import { outcomeOf, type Sent, sender } from './referee.ts'

beforeAll(initCrypto)

const target = hexToBytes('a1'.repeat(20))
const none = new Uint8Array()

function sentTo(code: Uint8Array, gas: bigint): Sent {
  const state = emptyState().fork()
  state.writeAccount(sender, { balance: 10n ** 18n })
  state.writeAccount(target, { nonce: 1n, balance: 10n })
  state.writeCode(target, code)
  return { hardfork: 'osaka', tree: state.tree(), to: target, data: none, value: 0n, gas }
}

/** Stores and returns what is on the stack. */
const returned: readonly Item[] = [0, 'MSTORE', 32, 0, 'RETURN']

/** Calls with 64 bytes of memory and 20,000 gas, then returns the result and what is left of the gas. */
function called(
  value: number,
  to: number | Uint8Array,
  opcode: 'CALL' | 'CALLCODE' = 'CALL',
): readonly Item[] {
  const end: readonly Item[] = ['GAS', 0x20, 'MSTORE', 0x40, 'MSTORE', 0x60, 0, 'RETURN']
  return [32, 0, 64, 0, value, to, 20_000, opcode, ...end]
}

describe('does what EthereumJS does', () => {
  test.each<[string, readonly Item[], bigint]>([
    [
      'calls of itself as deep as they go',
      [0, 0, 0, 0, 0, 'ADDRESS', 'GAS', 'CALL', 'POP', 1, 0, 'SLOAD', 'ADD', 0, 'SSTORE'],
      // 63/64 of it for each: the stack of calls is full before the gas is gone.
      40_000_000_000n,
    ],
    [
      'more transient slots than there is room for',
      [
        // Sets slot n to n, from 70,000 down, and reads the first and the last.
        ...[70_000, 'JUMPDEST', 'DUP1', 'DUP1', 'TSTORE', 1, 'SWAP1', 'SUB', 'DUP1', 4, 'JUMPI'],
        ...[1, 'TLOAD', 70_000, 'TLOAD', 'ADD', ...returned],
      ] as Item[],
      12_000_000n,
    ],
    [
      'a failing call that has written more than there is room to note',
      [
        ...[3_000, 'JUMPDEST', 'CALLER', 'DUP2', 'TSTORE', 1, 'SWAP1', 'SUB', 'DUP1', 3, 'JUMPI'],
        // It fails where it is called by itself.
        ...['CALLER', 'ADDRESS', 'EQ', 0, 'JUMPI', 0, 0, 0, 0, 0, 'ADDRESS', 'GAS', 'CALL', 'POP'],
        ...[1, 'TLOAD', 3_000, 'TLOAD', 'ADD', ...returned],
      ] as Item[],
      12_000_000n,
    ],
    [
      'calls of itself that write as much together, of which some fail',
      [
        ...[300, 'JUMPDEST', 'GAS', 'DUP2', 'TSTORE', 1, 'SWAP1', 'SUB', 'DUP1', 3, 'JUMPI'],
        ...[0, 0, 0, 0, 0, 'ADDRESS', 'GAS', 'CALL', 0, 'SSTORE', 'GAS', 1, 'AND', 0, 'JUMPI'],
        ...[1, 'TLOAD', 300, 'TLOAD', 'ADD', ...returned],
      ] as Item[],
      4_000_000n,
    ],
    ['a call of an account that is not there, with nothing', called(0, 0x77), 100_000n],
    ['a call of an account that is not there, with 3 wei', called(3, 0x77), 100_000n],
    ['a call with more than there is', called(11, 0x77), 100_000n],
    ['a call that sends something to oneself', called(3, target), 100_000n],
    ['a call of a precompile, with 3 wei', called(3, 2), 100_000n],
    ['a call of a precompile that fails', called(3, 9), 100_000n],
    ['a CALLCODE with 3 wei', called(3, 0x77, 'CALLCODE'), 100_000n],
  ])('%s', async (_name, items, gas) => {
    const sent = sentTo(assemble(...items), gas)
    const [stock, fast] = [await outcomeOf(sent, 'stock'), await outcomeOf(sent, 'fast')]
    expect(fast.text).toBe(stock.text)
    expect(fast.text).not.toContain('"error"')
  })
})

async function createRunner(yieldIfDue: YieldIfDue, hotGas?: number) {
  const protocol = createProtocol({ chainId: 1, hardfork: 'osaka', transactionGasCap: false })
  const state = emptyState().fork()
  const evm = new EVM({
    common: protocol.commonAt(0n, 0n),
    stateManager: state,
    blockchain: { getBlock: async () => ({ hash: () => none }), putBlock: async () => {} } as never,
  })
  await installFastInterpreter(evm, { state, yieldIfDue, hotGas })
  state.writeAccount(target, { nonce: 1n })
  return async (items: readonly Item[], gasLimit: bigint) => {
    state.writeCode(target, assemble(...items))
    const { execResult } = await evm.runCall({ to: new Address(target), gasLimit })
    evm.journal.cleanJournal()
    return execResult
  }
}

/** Does something 300 times; the number is on the stack meanwhile. */
function times300(work: readonly Item[]): readonly Item[] {
  return [300, 'JUMPDEST', ...work, 1, 'SWAP1', 'SUB', 'DUP1', 3, 'JUMPI']
}

const product: readonly Item[] = ['DUP1', 'DUP1', 'MUL', 'POP']

describe('takes code for hot', () => {
  test.each<[string, readonly Item[], boolean]>([
    ['that computes', times300(Array.from({ length: 400 }, () => product).flat()), true],
    ['and not that fills slots', times300(['DUP1', 'DUP1', 'SSTORE']), false],
    [
      'and not that calls what takes long',
      // SHA-256 of 32 kB.
      times300([0, 0, 32_768, 0, 0, 2, 'GAS', 'CALL', 'POP']),
      false,
    ],
  ])('%s', async (_name, items, isHot) => {
    const translate = vi.spyOn(Translations.prototype, 'translate')
    const run = await createRunner(() => undefined)
    const { exceptionError, executionGasUsed } = await run(items, 20_000_000n)
    expect(exceptionError).toBeUndefined()
    expect(executionGasUsed).toBeGreaterThan(1_500_000n)
    expect(translate.mock.calls.length > 0).toBe(isHot)
    translate.mockRestore()
  })
})

const endless: readonly Item[] = ['JUMPDEST', 0, 'JUMP']
/** Calls itself with all gas, and again when that is back. */
const callsEndlessly: readonly Item[] = Array.from(
  { length: 50 },
  (): Item[] => [...[0, 0, 0, 0, 0, 'ADDRESS', 'GAS', 'CALL', 'POP']] as Item[],
).flat()

/** Raises to the largest power, again and again, without a jump. */
const powers: readonly Item[] = Array.from({ length: 2_000 }, (): Item[] => [
  1,
  0,
  'SUB',
  'DUP1',
  'EXP',
  'POP',
]).flat()

/** What is left to the interpreter now and then: memory that grows, and a jump to where the stack says. */
const growing: readonly Item[] = ['JUMPDEST', 'MSIZE', 'MLOAD', 'CALLDATASIZE', 'ADD', 'JUMP']

describe.each([
  ['interpreted', Number.POSITIVE_INFINITY],
  ['translated', 0],
  ['translated while it runs', 500_000],
])('yields %s', (_tier, hotGas) => {
  test.each([
    ['a loop', endless],
    ['calls', callsEndlessly],
    ['powers', powers],
  ])('while it runs %s', async (_name, items) => {
    let yields = 0
    const run = await createRunner(() => {
      yields++
      return undefined
    }, hotGas)
    await run(items, 20_000_000n)
    expect(yields).toBeGreaterThan(30)
  })

  test('and uses as much gas as it takes', async () => {
    const run = await createRunner(() => undefined, hotGas)
    const { exceptionError, executionGasUsed } = await run(growing, 3_000_000n)
    expect(exceptionError?.error).toBe('out of gas')
    expect(executionGasUsed).toBe(3_000_000n)
  })

  test('and another execution runs meanwhile', async () => {
    const sum: readonly Item[] = [40, 2, 'ADD', ...returned]
    const other = await createRunner(() => undefined)
    const results: bigint[] = []
    const run = await createRunner(async () => {
      const { returnValue } = await other(sum, 100_000n)
      results.push(bytesToBigInt(returnValue))
    }, hotGas)
    const { executionGasUsed } = await run(endless, 1_000_000n)
    expect(executionGasUsed).toBe(1_000_000n)
    expect(results.length).toBeGreaterThan(5)
    expect(new Set(results)).toEqual(new Set([42n]))
  })

  test('and can be ended there, to run something else', async () => {
    let isOver = true
    const run = await createRunner(() => {
      if (isOver) throw new ExecutionTimeout()
      return undefined
    }, hotGas)
    await expect(run(endless, 20_000_000n)).rejects.toThrow(ExecutionTimeout)
    isOver = false
    const { returnValue } = await run([40, 2, 'ADD', ...returned], 100_000n)
    expect(bytesToBigInt(returnValue)).toBe(42n)
  })
})
