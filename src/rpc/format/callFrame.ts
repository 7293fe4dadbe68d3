import { revertReason } from '../../execution/revertReason.ts'
import type { CallFrame, CallLog } from '../../execution/trace/callTracer.ts'
import { bytesToHex, type Hex, quantity } from '../../lib/hex.ts'

interface CallFrameJson {
  readonly from: Hex
  readonly gas: Hex
  readonly gasUsed: Hex
  readonly to?: Hex
  readonly input: Hex
  readonly output?: Hex
  readonly error?: string
  readonly revertReason?: string
  readonly calls?: readonly CallFrameJson[]
  readonly logs?: ReturnType<typeof formatCallLog>[]
  readonly value?: Hex
  readonly type: CallFrame['kind']
}

function formatCallLog({ address, topics, data, index, position }: CallLog) {
  return {
    address: bytesToHex(address),
    topics: topics.map(bytesToHex),
    data: bytesToHex(data),
    index: quantity(index),
    position: quantity(position),
  }
}

/** A frame of geth's `callTracer`, with the frames in it. What is empty is left out. */
export function formatCallFrame(frame: CallFrame): CallFrameJson {
  const { to, output, error, calls, logs, value } = frame
  const reason = error === undefined ? undefined : revertReason(output)
  return {
    from: bytesToHex(frame.from),
    gas: quantity(frame.gas),
    gasUsed: quantity(frame.gasUsed),
    ...(to !== undefined && { to: bytesToHex(to) }),
    input: bytesToHex(frame.input),
    ...(output.length > 0 && { output: bytesToHex(output) }),
    ...(error !== undefined && { error }),
    ...(reason !== undefined && { revertReason: reason }),
    ...(calls.length > 0 && { calls: calls.map(formatCallFrame) }),
    ...(logs.length > 0 && { logs: logs.map(formatCallLog) }),
    ...(value !== undefined && { value: quantity(value) }),
    type: frame.kind,
  }
}
