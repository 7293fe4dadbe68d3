import { describe, expect, it } from 'vitest'
import { haltReason } from '../../src/ethereumjs/haltReason.ts'
import { call } from '../../src/execution/call.ts'
import { hexToBytes } from '../../src/lib/hex.ts'
import type { HardforkName } from '../../src/types/options/options.ts'
import type { CallRequest } from '../../src/types/request.ts'
import { assemble, deploying, type Item } from '../execution/assemble.ts'
import { addressOf, contract, createEngine } from '../execution/engine.ts'

/** How a call ends whose contract has this code. */
async function endOf(code: Uint8Array, hardfork: HardforkName = 'osaka') {
  const { machines, context } = await createEngine({ accounts: [contract(1, code)], hardfork })
  return call(machines, context, { to: addressOf(1), gas: 200_000n }).catch(messageOf)
}

async function endOfCreation(initCode: Uint8Array, request: CallRequest = {}) {
  const { machines, context } = await createEngine()
  return call(machines, context, { data: initCode, ...request }).catch(messageOf)
}

function messageOf(error: Error): string {
  return error.message
}

/** A loop that never ends. */
const forever = assemble('JUMPDEST', 0, 'JUMP')

describe('haltReason', () => {
  it.each<[string, string, readonly Item[]]>([
    ['invalid opcode: INVALID', 'the designated invalid opcode', ['INVALID']],
    ['invalid opcode: opcode 0xc not defined', 'no opcode', [{ raw: Uint8Array.of(0x0c) }]],
    ['stack underflow (0 <=> 2)', 'ADD on nothing', ['ADD']],
    ['stack underflow (1 <=> 2)', 'ADD on one item', [1, 'ADD']],
    ['stack underflow (2 <=> 7)', 'CALL on two items', [1, 2, 'CALL']],
    ['stack underflow (0 <=> 1)', 'DUP1 on nothing', ['DUP1']],
    ['stack underflow (1 <=> 2)', 'SWAP1 on one item', [1, 'SWAP1']],
    ['stack underflow (1 <=> 3)', 'LOG1 on one item', [1, 'LOG1']],
    ['invalid jump destination', 'a jump to nowhere', [7, 'JUMP']],
    ['return data out of bounds', 'RETURNDATACOPY of nothing', [1, 0, 0, 'RETURNDATACOPY']],
  ])('says "%s" for %s', async (words, _case, items) => {
    expect(await endOf(assemble(...items))).toBe(words)
  })

  it('says "out of gas" for a loop', async () => {
    expect(await endOf(forever)).toBe('out of gas')
  })

  it('says "stack limit reached" for a stack that grows on', async () => {
    const grow = assemble('JUMPDEST', 0, 0, 'JUMP')
    expect(await endOf(grow)).toBe('stack limit reached 1024 (1023)')
  })

  it('names an opcode that a later fork brought', async () => {
    expect(await endOf(assemble('TLOAD'), 'shanghai')).toBe('invalid opcode: TLOAD')
    expect(await endOf(Uint8Array.of(0x5f), 'london')).toBe('invalid opcode: PUSH0')
  })

  it('tells a creation whose code has no gas left to be stored', async () => {
    const gas = 53_000n + 10_000n
    const large = deploying(new Uint8Array(1_000))
    expect(await endOfCreation(large, { gas })).toBe('contract creation code storage out of gas')
  })

  it('tells a creation that runs out of gas before', async () => {
    expect(await endOfCreation(forever, { gas: 100_000n })).toBe('out of gas')
  })

  it('tells code that is too large, and code that must not be', async () => {
    expect(await endOfCreation(deploying(new Uint8Array(24_577)))).toBe('max code size exceeded')
    expect(await endOfCreation(deploying(Uint8Array.of(0xef, 0)))).toBe(
      'invalid code: must not begin with 0xef',
    )
  })

  it('tells a creation where there is a contract already', async () => {
    // The first contract of the zero address.
    const taken = hexToBytes('bd770416a3345f91e4b34576cb804a576fa48eb1')
    const { machines, context } = await createEngine()
    const overrides = { state: [{ address: taken, code: Uint8Array.of(1) }] }
    const end = call(machines, context, { data: assemble('STOP') }, overrides).catch(messageOf)
    expect(await end).toBe('contract address collision')
  })

  it('has none for what did not fail', () => {
    expect(haltReason({ executionGasUsed: 0n, returnValue: new Uint8Array() })).toBeUndefined()
  })
})
