import type { Message as EvmMessage } from '@ethereumjs/evm'
import type { Machine } from '../../ethereumjs/machine.ts'
import { numberToBytes } from '../../lib/hex.ts'
import type { FrameKind } from '../../types/solidity/callTrace.ts'
import { keccak256 } from '../../wasm/keccak/keccak256.ts'
import { createAddress } from '../rules/receipt.ts'
import { maxNonce } from '../rules/sender.ts'
import { type Instruction, opcodes, readMemory } from './instruction.ts'
import { type FrameStart, TraceTooLarge } from './tracer.ts'

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

/** How an opcode begins another frame; nothing when it is none that does. */
export function kindOfOpcode(opcode: number): FrameKind | undefined {
  return kinds.get(opcode)
}

/** How an instruction begins another frame; nothing when it is none that does. */
export function kindOf({ step, event }: Instruction): FrameKind | undefined {
  return event.opcode.code === opcodes.invalid ? undefined : kinds.get(step.opcode)
}

/** The frame of a message; `called` is how the instruction calls that sends it, nothing for a transaction. */
export function frameOf(
  message: EvmMessage,
  called: FrameKind | undefined,
  { state }: Pick<Machine, 'state'>,
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
  const kind = called ?? 'CALL'
  return {
    ...base,
    kind,
    from: kind === 'DELEGATECALL' ? to.bytes : caller.bytes,
    to: message.codeAddress.bytes,
    value: kind === 'STATICCALL' ? undefined : value,
  }
}

/** A call or a creation that does not begin. */
export interface Refusal {
  readonly kind: FrameKind
  readonly from: Uint8Array
  /** 0 is the outermost. */
  readonly depth: number
  readonly operands: readonly bigint[]
  readonly value: bigint
  /** The nonce of the caller. */
  readonly nonce: bigint
  /** geth's words. */
  readonly error: string
}

/** The account that calls or creates. */
interface Caller {
  readonly address: Uint8Array
  readonly depth: number
  /** Wei that it was called with. */
  readonly value: bigint
}

/** Why an instruction with these operands, the topmost first, begins no frame; nothing when it does. */
export function refusalOf(
  kind: FrameKind,
  operands: readonly bigint[],
  { address, depth, value: ownValue }: Caller,
  { state }: Pick<Machine, 'state'>,
): Refusal | undefined {
  const value = valueSent(kind, operands, ownValue)
  const { balance = 0n, nonce = 0n } = state.readAccount(address) ?? {}
  const error = refusalError({ kind, depth, value, balance, nonce })
  return error === undefined
    ? undefined
    : { kind, from: address, depth, operands, value, nonce, error }
}

/** A frame that does not begin, which geth still reports. `gas`: the gas it would have had. */
export function refusedFrame(
  { kind, from, depth, operands, value, nonce }: Refusal,
  gas: bigint,
  memory: Uint8Array,
): FrameStart {
  const base = { kind, depth: depth + 1, from, gas }
  const operand = (position: number): bigint => operands[position] ?? 0n
  if (isCreation(kind)) {
    const input = readMemory(memory, operand(1), operand(2))
    const salt = kind === 'CREATE2' ? numberToBytes(operand(3), 32) : undefined
    return { ...base, to: createdAddress(from, { nonce, salt, input }), input, value }
  }
  const first = kind === 'CALL' || kind === 'CALLCODE' ? 3 : 2
  return {
    ...base,
    to: addressOf(operand(1)),
    input: readMemory(memory, operand(first), operand(first + 1)),
    value: kind === 'STATICCALL' ? undefined : value,
  }
}

/** The selfdestruct of a contract, which leaves `balance` to the account in `beneficiary`. */
export function destructionOf(
  { address, depth }: Pick<Caller, 'address' | 'depth'>,
  beneficiary: bigint,
  balance: bigint,
): FrameStart {
  return {
    kind: 'SELFDESTRUCT',
    depth: depth + 1,
    from: address,
    to: addressOf(beneficiary),
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

export function isCreation(kind: FrameKind): boolean {
  return kind === 'CREATE' || kind === 'CREATE2'
}

function valueSent(kind: FrameKind, operands: readonly bigint[], own: bigint): bigint {
  if (kind === 'DELEGATECALL') return own
  if (kind === 'STATICCALL') return 0n
  return (isCreation(kind) ? operands[0] : operands[2]) ?? 0n
}

/** The protocol's limit on calls in calls. */
export const maxDepth = 1024

function refusalError({
  kind,
  depth,
  value,
  balance,
  nonce,
}: Pick<Refusal, 'kind' | 'depth' | 'value' | 'nonce'> & { readonly balance: bigint }):
  | string
  | undefined {
  if (depth >= maxDepth) return 'max call depth exceeded'
  if (value > balance) return 'insufficient balance for transfer'
  return isCreation(kind) && nonce === maxNonce ? 'nonce uint64 overflow' : undefined
}

/** How long all that is traced for one request may become together. */
export interface Budget {
  /** Counts what is kept, in characters of the answer. Throws a `TraceTooLarge` beyond the limit. */
  spend(length: number): void
}

export function createBudget(maxLength: number): Budget {
  let left = maxLength
  return {
    spend: (length) => {
      left -= length
      if (left < 0) throw new TraceTooLarge(maxLength)
    },
  }
}
