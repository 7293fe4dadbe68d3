import type { Message as EvmMessage, InterpreterStep } from '@ethereumjs/evm'
import type { Machine } from '../../ethereumjs/machine.ts'
import { numberToBytes } from '../../lib/hex.ts'
import { keccak256 } from '../../wasm/keccak/keccak256.ts'
import { mostNonce } from '../rules/nonce.ts'
import { createAddress } from '../rules/receipt.ts'
import { creationGas, forwardedGas, stipend } from './gasCost.ts'
import { type Instruction, opcodes } from './instruction.ts'
import { readMemory } from './memory.ts'
import type { FrameKind, FrameStart } from './tracer.ts'

const kinds: ReadonlyMap<number, FrameKind> = new Map([
  [opcodes.create, 'CREATE'],
  [opcodes.call, 'CALL'],
  [opcodes.callCode, 'CALLCODE'],
  [opcodes.delegateCall, 'DELEGATECALL'],
  [opcodes.create2, 'CREATE2'],
  [opcodes.staticCall, 'STATICCALL'],
])

const noInput = new Uint8Array()
const lowest20Bytes = 2n ** 160n - 1n

export function beginsFrame(opcode: number): boolean {
  return kinds.has(opcode)
}

/** How an instruction begins another frame; nothing when it is none that does. */
export function kindOf({ step, event }: Instruction): FrameKind | undefined {
  return event.opcode.code === opcodes.invalid ? undefined : kinds.get(step.opcode)
}

/** The frame of a message; `cause` is the instruction that sends it, none for a transaction. */
export function frameOf(
  message: EvmMessage,
  cause: Instruction | undefined,
  { state }: Machine,
): FrameStart {
  const { caller, to, depth, data: input, gasLimit: gas, value, salt } = message
  const base = { depth, input, gas }
  if (to === undefined) {
    const from = caller.bytes
    // The nonce is the next one by now.
    const nonce = (state.readAccount(from)?.nonce ?? 1n) - 1n
    const kind = salt === undefined ? 'CREATE' : 'CREATE2'
    return { ...base, kind, from, to: createdAddress(from, { nonce, salt, input }), value }
  }
  const kind = (cause && kindOf(cause)) ?? 'CALL'
  return {
    ...base,
    kind,
    from: kind === 'DELEGATECALL' ? to.bytes : caller.bytes,
    to: message.codeAddress.bytes,
    value: kind === 'STATICCALL' ? undefined : value,
  }
}

/** A frame that does not begin, and why: geth tells of it all the same. */
export function refusedFrame(
  { event, step }: Instruction,
  { kind, value: ownValue, machine }: { kind: FrameKind; value: bigint; machine: Machine },
): { start: FrameStart; error: string } | undefined {
  const { state, common } = machine
  const { address: from, depth, memory } = step
  const operands = [...step.stack].reverse()
  const operand = (position: number): bigint => operands[position] ?? 0n
  const account = state.readAccount(from)
  const isCreation = kind === 'CREATE' || kind === 'CREATE2'
  const value = valueSent(kind, operand, ownValue)
  const error = refusalOf({ event, value, account, isCreation })
  if (error === undefined) return undefined
  if (isCreation) {
    const input = readMemory(memory, operand(1), operand(2))
    const salt = kind === 'CREATE2' ? numberToBytes(operand(3), 32) : undefined
    const to = createdAddress(from, { nonce: account?.nonce ?? 0n, salt, input })
    const gas = creationGas(event, common)
    return { start: { kind, depth, from, to, input, gas, value }, error }
  }
  const first = kind === 'CALL' || kind === 'CALLCODE' ? 3 : 2
  const start = {
    kind,
    depth,
    from,
    to: addressOf(operand(1)),
    input: readMemory(memory, operand(first), operand(first + 1)),
    gas: forwardedGas(event, common) + stipend(event, common),
    value: kind === 'STATICCALL' ? undefined : value,
  }
  return { start, error }
}

/** The selfdestruct of a contract, which leaves `balance` to another account. */
export function destructionOf({ step }: Instruction, balance: bigint): FrameStart {
  return {
    kind: 'SELFDESTRUCT',
    depth: step.depth,
    from: step.address,
    to: addressOf(step.stack.at(-1) ?? 0n),
    input: noInput,
    gas: 0n,
    value: balance,
  }
}

/** The address in a stack item, 20 bytes. */
export function addressOf(item: bigint): Uint8Array {
  return numberToBytes(item & lowest20Bytes, 20)
}

/** Where a creation puts its contract: by nonce, or with a salt (EIP-1014). */
export function createdAddress(
  sender: Uint8Array,
  by: { nonce: bigint; salt: Uint8Array | undefined; input: Uint8Array },
): Uint8Array {
  if (by.salt === undefined) return createAddress(sender, by.nonce)
  const preimage = new Uint8Array(85)
  preimage[0] = 0xff
  preimage.set(sender, 1)
  preimage.set(by.salt, 21)
  preimage.set(keccak256(by.input), 53)
  return keccak256(preimage).slice(12)
}

function valueSent(kind: FrameKind, operand: (position: number) => bigint, own: bigint): bigint {
  if (kind === 'DELEGATECALL') return own
  if (kind === 'STATICCALL') return 0n
  return kind === 'CREATE' || kind === 'CREATE2' ? operand(0) : operand(2)
}

/** The protocol's limit on calls in calls. */
const mostDepth = 1024

function refusalOf({
  event,
  value,
  account,
  isCreation,
}: {
  event: InterpreterStep
  value: bigint
  account: { readonly balance: bigint; readonly nonce: bigint } | undefined
  isCreation: boolean
}): string | undefined {
  if (event.depth >= mostDepth) return 'max call depth exceeded'
  if (value > (account?.balance ?? 0n)) return 'insufficient balance for transfer'
  return isCreation && account?.nonce === mostNonce ? 'nonce uint64 overflow' : undefined
}
