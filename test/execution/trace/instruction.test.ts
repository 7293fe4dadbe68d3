import { describe, expect, it } from 'vitest'
import { hexToBytes } from '../../../src/lib/hex.ts'
import { assemble } from '../assemble.ts'
import { addressOf, contract } from '../engine.ts'
import { calling, notes, watched } from './tracing.ts'

const word = (value: number) => Uint8Array.from({ length: 32 }, (_, at) => (at === 31 ? value : 0))

describe('steps', () => {
  it('say where, with what gas, on which stack, in which memory', async () => {
    const hooks = notes()
    await watched(hooks, { accounts: [contract(1, assemble(7, 0, 'MSTORE', 5))] })
    const base = { depth: 1, refund: 0n, returnData: new Uint8Array(), address: addressOf(1) }
    const empty = new Uint8Array()
    expect(hooks.steps).toEqual([
      { ...base, pc: 0, opcode: 0x60, gas: 100_000n, gasCost: 3n, stack: [], memory: empty },
      { ...base, pc: 2, opcode: 0x60, gas: 99_997n, gasCost: 3n, stack: [7n], memory: empty },
      { ...base, pc: 4, opcode: 0x52, gas: 99_994n, gasCost: 6n, stack: [7n, 0n], memory: empty },
      { ...base, pc: 5, opcode: 0x60, gas: 99_988n, gasCost: 3n, stack: [], memory: word(7) },
      { ...base, pc: 7, opcode: 0x00, gas: 99_985n, gasCost: 0n, stack: [5n], memory: word(7) },
    ])
  })

  it('end with the STOP that stands after all code, beyond what a PUSH would take', async () => {
    const hooks = notes()
    const code = assemble({ raw: hexToBytes('7f01') })
    await watched(hooks, { accounts: [contract(1, code)] })
    expect(hooks.steps.map(({ pc, opcode }) => [pc, opcode])).toEqual([
      [0, 0x7f],
      [33, 0x00],
    ])
  })

  it('have no STOP after an end that the code has itself', async () => {
    for (const end of ['STOP', 'RETURN', 'SELFDESTRUCT', 'REVERT', 'INVALID'] as const) {
      const hooks = notes()
      await watched(hooks, { accounts: [contract(1, assemble(0, 0, end))] })
      expect(hooks.steps).toHaveLength(3)
    }
  })

  it('tell opcodes that the fork does not have', async () => {
    const hooks = notes()
    const code = hexToBytes('5f')
    await watched(hooks, { accounts: [contract(1, code)], hardfork: 'paris' })
    expect(hooks.steps.map(({ opcode, gasCost }) => [opcode, gasCost])).toEqual([[0x5f, 0n]])
  })

  it('have memory in whole words, also where a call has paid for it and nothing was written', async () => {
    const hooks = notes()
    const code = assemble(0x8000, 0, 0, 0, 0, addressOf(9), 'GAS', 'CALL')
    await watched(hooks, { accounts: [contract(1, code)] })
    expect(hooks.steps.at(-1)?.memory.length).toBe(0x8000)
  })

  it('count a refund when it is decided, before London for the first farewell of a contract too', async () => {
    const hooks = notes()
    const callee = assemble(addressOf(7), 'SELFDESTRUCT')
    const call = calling('CALL', addressOf(2), {})
    const twice = assemble(...call, ...call)
    const accounts = [contract(1, twice), contract(2, callee)]
    await watched(hooks, { accounts, hardfork: 'berlin' })
    const refunds = hooks.steps.filter(({ opcode }) => opcode === 0xff).map(({ refund }) => refund)
    expect(refunds).toEqual([24_000n, 24_000n])
    expect(hooks.steps[0]?.refund).toBe(0n)
    expect(hooks.steps.at(-1)?.refund).toBe(24_000n)
  })
})

describe('faults', () => {
  const cases = [
    ['too few items', assemble(1, 'ADD'), 'stack underflow (1 <=> 2)', 3n],
    ['too few items for a call', assemble(1, 'CALL'), 'stack underflow (1 <=> 7)', 100n],
    ['too many items', hexToBytes('5f'.repeat(1025)), 'stack limit reached 1024 (1023)', 2n],
    ['too little gas', assemble(32_000, 'MLOAD'), 'out of gas', 4_963n],
  ] as const

  it.each(cases)('%s', async (_, code, error, gasCost) => {
    const hooks = notes()
    await watched(hooks, { accounts: [contract(1, code)], request: { gas: 24_100n } })
    expect(hooks.received).toContainEqual({ fault: { error, gasCost } })
  })

  it('are none where the instruction has begun: bad jumps, opcodes, copies, reverts', async () => {
    const codes = [
      assemble(7, 'JUMP'),
      assemble('INVALID'),
      assemble(1, 0, 0, 'RETURNDATACOPY'),
      assemble(0, 0, 'REVERT'),
    ]
    for (const code of codes) {
      const hooks = notes()
      await watched(hooks, { accounts: [contract(1, code)] })
      expect(hooks.received.filter((received) => 'fault' in received)).toEqual([])
    }
  })
})
