import type { CallFrame } from '../../../execution/trace/callTracer.ts'
import type { FlatCallFrame } from '../../../execution/trace/flatCallTracer.ts'
import { bytesToHex, type Hex, quantity } from '../../../lib/hex.ts'

/** Where a traced transaction stands; a call stands nowhere. */
export interface TracePlace {
  /** None while the block is not sealed. */
  readonly blockHash: Hex | null
  readonly blockNumber: bigint
  readonly transactionHash: Hex | null
  readonly transactionIndex: number
}

/** A frame of geth's `flatCallTracer`: like Parity's traces, but with numbers for numbers. */
export function formatFlatCallFrame(
  { frame, error, subtraces, traceAddress }: FlatCallFrame,
  place: TracePlace,
) {
  const hasResult = frame.error === undefined || frame.error === 'execution reverted'
  return {
    action: formatAction(frame),
    blockHash: place.blockHash,
    blockNumber: Number(place.blockNumber),
    ...(error !== undefined && { error }),
    ...(hasResult && frame.kind !== 'SELFDESTRUCT' && { result: formatResult(frame) }),
    subtraces,
    traceAddress,
    transactionHash: place.transactionHash,
    transactionPosition: place.transactionIndex,
    type: isCreation(frame) ? 'create' : frame.kind === 'SELFDESTRUCT' ? 'suicide' : 'call',
  }
}

function isCreation({ kind }: CallFrame): boolean {
  return kind === 'CREATE' || kind === 'CREATE2'
}

function formatAction(frame: CallFrame) {
  const { kind, to, value = 0n } = frame
  const from = bytesToHex(frame.from)
  if (kind === 'SELFDESTRUCT') {
    return { address: from, balance: quantity(value), ...(to && { refundAddress: bytesToHex(to) }) }
  }
  const gas = quantity(frame.gas)
  if (isCreation(frame)) {
    const creationMethod = kind.toLowerCase()
    return { creationMethod, from, gas, init: bytesToHex(frame.input), value: quantity(value) }
  }
  return {
    callType: kind.toLowerCase(),
    from,
    gas,
    input: bytesToHex(frame.input),
    ...(to && { to: bytesToHex(to) }),
    value: quantity(value),
  }
}

function formatResult(frame: CallFrame) {
  const gasUsed = quantity(frame.gasUsed)
  const output = bytesToHex(frame.output)
  if (!isCreation(frame)) return { gasUsed, output }
  return { ...(frame.to && { address: bytesToHex(frame.to) }), code: output, gasUsed }
}
