import * as v from 'valibot'
import { type OpcodeGas, opcodeGasTracer } from '../../../execution/trace/opcodeGasTracer.ts'
import { traceBlock, traceTransaction } from '../../../execution/trace/replay.ts'
import type { Hex } from '../../../lib/hex.ts'
import { defineMethod } from '../../method.ts'
import { hash32 } from '../../schema/hash32.ts'
import { looseBlockId } from '../../schema/looseBlockId.ts'
import { executed, tracedBlock, traceEngine } from '../../trace/tracing.ts'

/** As reth answers it. */
export const transactionOpcodeGas = defineMethod({
  name: 'trace_transactionOpcodeGas',
  summary:
    'How often a sealed or pre-confirmed transaction ran each opcode, and for how much gas; `null` while it has not run.',
  params: v.strictTuple([hash32]),
  handler: async ({ devnet, reader }, [hash]) => {
    if (reader.transaction(hash)?.block === undefined) return null
    const { block, index } = await executed(reader, hash)
    const tracer = opcodeGasTracer()
    await traceTransaction(traceEngine(devnet), block, index, tracer)
    return formatOpcodeGas(hash, tracer.result())
  },
})

/** As reth answers it; at `pending` there is no hash. */
export const blockOpcodeGas = defineMethod({
  name: 'trace_blockOpcodeGas',
  summary:
    'As `trace_transactionOpcodeGas`, of all transactions of a block; `null` when there is none.',
  params: v.strictTuple([looseBlockId]),
  handler: async ({ devnet, reader }, [id]) => {
    const view = await reader.find(id)
    if (view === undefined) return null
    const { hash, number, transactions } = view
    const tracers = transactions.map(() => opcodeGasTracer())
    if (transactions.length > 0) {
      const block = await tracedBlock(reader, view)
      await traceBlock(traceEngine(devnet), block, (index) => tracers[index] ?? {})
    }
    return {
      blockHash: view.kind === 'pending' ? null : hash,
      blockNumber: Number(number),
      transactions: transactions.map((transaction, index) =>
        formatOpcodeGas(transaction.hash, tracers[index]?.result() ?? []),
      ),
    }
  },
})

/** Numbers are JSON numbers, as in reth. */
function formatOpcodeGas(transactionHash: Hex, list: readonly OpcodeGas[]) {
  return {
    transactionHash,
    opcodeGas: list.map(({ gasUsed, ...rest }) => ({ ...rest, gasUsed: Number(gasUsed) })),
  }
}
