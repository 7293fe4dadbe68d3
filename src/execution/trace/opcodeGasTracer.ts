import { opcodeName } from '../../ethereumjs/opcodes.ts'
import { isCall } from './instruction.ts'
import type { Step, Tracer } from './tracer.ts'

/** What all instructions with an opcode took together. */
export interface OpcodeGas {
  readonly opcode: string
  readonly count: number
  /** The gas without what calls received; after a lack of gas, all that was left. */
  readonly gasUsed: bigint
}

/** Gas that a call with value adds to what it passes on. */
const stipend = 2300n

/** Adds up the gas of instructions by opcode, as reth's `trace_transactionOpcodeGas`; the dearest come first. */
export function opcodeGasTracer(): Tracer<readonly OpcodeGas[]> {
  const totals = new Map<number, { count: number; gasUsed: bigint }>()
  let last: Pick<Step, 'opcode' | 'gas' | 'gasCost'> | undefined

  function add(opcode: number, count: number, gas: bigint): void {
    const total = totals.get(opcode) ?? { count: 0, gasUsed: 0n }
    total.count += count
    total.gasUsed += gas
    totals.set(opcode, total)
  }

  return {
    step: ({ opcode, gas, gasCost }) => {
      last = { opcode, gas, gasCost }
      add(opcode, 1, gasCost)
    },
    fault: () => {
      if (last !== undefined) add(last.opcode, 0, last.gas - last.gasCost)
    },
    enter: ({ gas, value = 0n }) => {
      if (last === undefined || !isCall(last.opcode)) return
      const isPaid = value > 0n && withValue.has(last.opcode)
      add(last.opcode, 0, (isPaid ? stipend : 0n) - gas)
    },
    result: () =>
      [...totals]
        .map(([opcode, total]) => ({ opcode: opcodeName(opcode), ...total }))
        .sort((a, b) => Number(b.gasUsed - a.gasUsed)),
  }
}

/** CALL and CALLCODE; a DELEGATECALL only shows the value of the one around it. */
const withValue: ReadonlySet<number> = new Set([0xf1, 0xf2])
