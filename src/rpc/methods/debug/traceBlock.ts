import * as v from 'valibot'
import type { Devnet } from '../../../devnet/devnet.ts'
import { signed } from '../../../ethereumjs/transaction/decodeTransaction.ts'
import { NotTraceable } from '../../../execution/trace/traceErrors.ts'
import { decodeBlock } from '../../../files/chainFile.ts'
import { bytesToHex } from '../../../lib/hex.ts'
import { reasonOf } from '../../../lib/reasonOf.ts'
import { defineMethod } from '../../method.ts'
import { data } from '../../schema/data.ts'
import { optionalTraceOptions } from '../../schema/trace/traceOptions.ts'
import { traceAll, tracedBlockOn, traceEngine } from '../../trace/tracing.ts'

/** A block on any block of the chain, whether it would be valid or not; as geth answers it. */
export const traceBlock = defineMethod({
  name: 'debug_traceBlock',
  summary: 'Traces of all transactions of an RLP-encoded block, on the state of its parent.',
  params: v.strictTuple([data, optionalTraceOptions]),
  handler: async ({ devnet, reader }, [bytes, options]) => {
    const { header, transactions } = decode(devnet, bytes)
    const hash = bytesToHex(header.hash())
    const parent = await reader.find({ hash: bytesToHex(header.parentHash) })
    const block = await tracedBlockOn(reader, parent, { header, transactions, hash })
    return traceAll(traceEngine(devnet, options), block, options)
  },
})

function decode({ protocol }: Devnet, bytes: Uint8Array) {
  try {
    const { header, transactions } = decodeBlock({ offset: 0, bytes }, protocol)
    return { header, transactions: transactions.map(signed) }
  } catch (cause) {
    const reason = reasonOf(cause)
    throw new NotTraceable(`could not decode block: ${reason}`, { cause })
  }
}
