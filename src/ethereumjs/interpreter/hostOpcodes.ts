import { EVMError } from '@ethereumjs/evm'
import { stackLimit, wordBytes } from '../../wasm/interpreter/layout.ts'
import { insideOf } from '../privateMembers.ts'
import { type Frame, none } from './frame.ts'
import type { OpcodeHost } from './opcodeHost.ts'

/** Why an opcode ends its frame. */
export type Failure = EVMError['error']

/**
 * Does an opcode without a promise. Gives why it ends the frame if it does, and 'stock' where it is
 * left to EthereumJS: nothing has been done or paid then.
 */
export type HostOpcode = (host: OpcodeHost, frame: Frame) => Failure | 'stock' | undefined

const { INVALID_OPCODE, OUT_OF_GAS, STACK_OVERFLOW, STACK_UNDERFLOW, STATIC_STATE_CHANGE } =
  EVMError.errorMessages

/** The opcodes that the host runs, by the rules since Berlin (EIP-2929). */
export const hostOpcodes: ReadonlyMap<number, HostOpcode> = new Map<number, HostOpcode>([
  [0x31, balance],
  [0x3b, codeSize],
  [0x3c, codeCopy],
  [0x3f, codeHash],
  [0x47, selfBalance],
  ...[0, 1, 2, 3, 4].map((count): [number, HostOpcode] => [
    0xa0 + count,
    (host, frame) => log(host, frame, count),
  ]),
  [0x4b, slotNumber],
  [0xe6, (_, frame) => atDepth(frame, duplicate)],
  [0xe7, (_, frame) => atDepth(frame, swap)],
  [0xe8, exchange],
])

/** Pays. Says whether there was gas for it; all of it is gone if not. */
export function pay(frame: Frame, gas: number): boolean {
  const left = frame.gas - gas
  frame.gas = Math.max(left, 0)
  return left >= 0
}

/** What the opcodes of EIP-7843 and EIP-8024 cost. */
const slotNumberGas = 2
const stackGas = 3

function slotNumber({ core, evm }: OpcodeHost, frame: Frame): Failure | undefined {
  if (!pay(frame, slotNumberGas)) return OUT_OF_GAS
  if (frame.height >= stackLimit) return STACK_OVERFLOW
  frame.height += 1
  core.writeWord(frame.item(0), insideOf(evm)._block.header.slotNumber ?? 0n)
  return advance(frame, 0)
}

/** Does DUPN or SWAPN (EIP-8024), whose operand in the code is a number of stack items. */
function atDepth(
  frame: Frame,
  run: (frame: Frame, depth: number) => Failure | undefined,
): Failure | undefined {
  if (!pay(frame, stackGas)) return OUT_OF_GAS
  const operand = operandOf(frame)
  // What could be a JUMPDEST or a PUSH.
  if (operand > 90 && operand < 128) return INVALID_OPCODE
  const failure = run(frame, (operand + 145) % 256)
  if (failure === undefined) frame.pc += 2
  return failure
}

function duplicate(frame: Frame, depth: number): Failure | undefined {
  if (frame.height < depth) return STACK_UNDERFLOW
  if (frame.height >= stackLimit) return STACK_OVERFLOW
  const from = frame.item(depth - 1)
  frame.height += 1
  frame.core.bytes().copyWithin(frame.item(0), from, from + wordBytes)
  return undefined
}

function swap(frame: Frame, depth: number): Failure | undefined {
  if (frame.height < depth + 1) return STACK_UNDERFLOW
  swapWords(frame, frame.item(0), frame.item(depth))
  return undefined
}

/** Does EXCHANGE (EIP-8024), whose operand in the code is a pair of depths. */
function exchange(_: OpcodeHost, frame: Frame): Failure | undefined {
  if (!pay(frame, stackGas)) return OUT_OF_GAS
  const operand = operandOf(frame)
  if (operand > 81 && operand < 128) return INVALID_OPCODE
  const pair = operand ^ 143
  const high = pair >> 4
  const low = pair & 15
  const [near, far] = high < low ? [high + 1, low + 1] : [low + 1, 29 - high]
  if (frame.height < far + 1) return STACK_UNDERFLOW
  swapWords(frame, frame.item(near), frame.item(far))
  frame.pc += 2
  return undefined
}

/** Zero beyond the code. */
function operandOf({ context, pc }: Frame): number {
  return context.code[pc + 1] ?? 0
}

function swapWords({ core }: Frame, at: number, other: number): void {
  const bytes = core.bytes()
  const word = bytes.slice(at, at + wordBytes)
  bytes.copyWithin(at, other, other + wordBytes)
  bytes.set(word, other)
}

/** Continues after the opcode, with a number of items removed from the stack. */
function advance(frame: Frame, pops: number): undefined {
  frame.height -= pops
  frame.pc += 1
}

function balance(host: OpcodeHost, frame: Frame): Failure | undefined {
  const { hostState, prices, core } = host
  if (frame.height < 1) return STACK_UNDERFLOW
  const at = frame.item(0)
  const account = core.addressIdAt(at)
  if (!pay(frame, prices.balance + host.access(account))) return OUT_OF_GAS
  hostState.record(account)
  core.writeWord(at, hostState.balanceOf(account))
  return advance(frame, 0)
}

function selfBalance({ hostState, prices, core }: OpcodeHost, frame: Frame): Failure | undefined {
  if (!pay(frame, prices.selfBalance)) return OUT_OF_GAS
  if (frame.height >= stackLimit) return STACK_OVERFLOW
  frame.height += 1
  core.writeWord(frame.item(0), hostState.balanceOf(frame.context.account))
  return advance(frame, 0)
}

function codeSize(host: OpcodeHost, frame: Frame): Failure | 'stock' | undefined {
  const { hostState, prices, core } = host
  if (frame.height < 1) return STACK_UNDERFLOW
  const at = frame.item(0)
  const account = core.addressIdAt(at)
  const code = hostState.codeOf(account)
  if (isContainer(code)) return 'stock'
  const gas = prices.codeSize + prices.codeReading + host.access(account)
  if (!pay(frame, gas)) return OUT_OF_GAS
  hostState.record(account)
  core.writeNumber(at, code.length)
  return advance(frame, 0)
}

function codeHash(host: OpcodeHost, frame: Frame): Failure | 'stock' | undefined {
  const { hostState, prices, core } = host
  if (frame.height < 1) return STACK_UNDERFLOW
  const at = frame.item(0)
  const account = core.addressIdAt(at)
  if (isContainer(hostState.codeOf(account))) return 'stock'
  if (!pay(frame, prices.codeHash + host.access(account))) return OUT_OF_GAS
  hostState.record(account)
  const state = hostState.state.readAccount(account.bytes)
  const isEmpty =
    state === undefined ||
    (state.nonce === 0n && state.balance === 0n && hostState.codeOf(account).length === 0)
  core.writeWordBytes(at, isEmpty ? none : state.codeHash)
  return advance(frame, 0)
}

function codeCopy(host: OpcodeHost, frame: Frame): Failure | 'stock' | undefined {
  const { hostState, prices, core } = host
  if (frame.height < 4) return STACK_UNDERFLOW
  const account = core.addressIdAt(frame.item(0))
  const code = hostState.codeOf(account)
  if (isContainer(code)) return 'stock'
  const to = core.readNumber(frame.item(1))
  const from = core.readNumber(frame.item(2))
  const size = core.readNumber(frame.item(3))
  const words = Math.ceil(size / wordBytes)
  const gas = prices.codeCopy + prices.codeReading + prices.copyWord * words
  if (!pay(frame, gas + host.access(account)) || !frame.payMemory(to, size)) return OUT_OF_GAS
  hostState.record(account)
  if (size > 0) {
    const bytes = core.bytes()
    const start = frame.memory + to
    const part = code.subarray(Math.min(from, code.length), Math.min(from + size, code.length))
    bytes.set(part, start)
    bytes.fill(0, start + part.length, start + size)
  }
  return advance(frame, 4)
}

function log(
  { prices, core, watcher }: OpcodeHost,
  frame: Frame,
  count: number,
): Failure | undefined {
  if (frame.context.isStatic) return STATIC_STATE_CHANGE
  const { height } = frame
  if (height < 2) return STACK_UNDERFLOW
  const top = frame.item(0)
  const offset = core.readNumber(top)
  const size = core.readNumber(top - wordBytes)
  const gas = prices.log + prices.logTopic * count + prices.logByte * size
  if (!pay(frame, gas) || !frame.payMemory(offset, size)) return OUT_OF_GAS
  if (height < 2 + count) return STACK_UNDERFLOW
  const topics: Uint8Array[] = []
  for (let index = 2; index < 2 + count; index++) {
    topics.push(core.wordAt(top - index * wordBytes).bytes)
  }
  const address = frame.context.account.bytes
  const data = size === 0 ? none : frame.readMemory(offset, size)
  frame.addLog([address, topics, data])
  watcher?.log({ address, topics, data })
  return advance(frame, 2 + count)
}

/** EthereumJS shows containers (EIP-3540) to other code as two bytes on all hardforks. */
export function isContainer(code: Uint8Array): boolean {
  return code[0] === 0xef && code[1] === 0
}
