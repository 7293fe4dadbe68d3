import { EVMError } from '@ethereumjs/evm'
import { stackLimit, wordBytes } from '../../wasm/interpreter/layout.ts'
import { type Frame, none } from './frame.ts'
import type { OpcodeHost } from './opcodeHost.ts'

/** Why an opcode ends its frame. */
export type Failure = EVMError['error']

/**
 * Does an opcode without a promise. Gives why it ends the frame if it does, and 'stock' where it is
 * left to EthereumJS: nothing has been done or paid then.
 */
export type HostOpcode = (host: OpcodeHost, frame: Frame) => Failure | 'stock' | undefined

const { OUT_OF_GAS, STACK_OVERFLOW, STACK_UNDERFLOW, STATIC_STATE_CHANGE } = EVMError.errorMessages

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
])

/** Pays. Says whether there was gas for it; all of it is gone if not. */
export function pay(frame: Frame, gas: number): boolean {
  const left = frame.gas - gas
  frame.gas = Math.max(left, 0)
  return left >= 0
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
