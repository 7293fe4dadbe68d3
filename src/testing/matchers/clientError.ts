import { type Hex, isHexBytes } from '../../lib/hex.ts'
import type { Abi } from '../../types/solidity/contract.ts'
import { whereSent } from './executed.ts'
import type { Revert } from './reverts.ts'

/** The members that an error of a client, a node, or a nested part of one may have. */
interface ErrorLike {
  readonly name?: unknown
  readonly code?: unknown
  readonly message?: unknown
  readonly abi?: unknown
  readonly data?: unknown
  readonly raw?: unknown
  readonly solidityStack?: unknown
}

/** Members in which errors of viem, ethers, web3 and JSON-RPC keep their cause. */
const inner = ['cause', 'info', 'error', 'data', 'innerError', 'originalError'] as const

/** Messages of halts, which a node reports without data. */
const halts = [
  'out of gas',
  'gas required exceeds allowance',
  'invalid opcode',
  'invalid jump destination',
  'stack underflow',
  'stack overflow',
  'write protection',
  'return data out of bounds',
  'max code size exceeded',
  'max initcode size exceeded',
  'contract address collision',
  'contract creation code storage out of gas',
  'invalid code: must not begin with 0xef',
]

/** How the words of Anvil and Hardhat for a halt begin, and geth's. */
const peerHalts: readonly (readonly [peer: string, geth: string])[] = [
  ['EVM error OutOfGas', 'out of gas'],
  ['Out of gas: ', 'out of gas'],
  ['Transaction ran out of gas', 'out of gas'],
  ['EVM error InvalidFEOpcode', 'invalid opcode: INVALID'],
  ['EVM error OpcodeNotFound', 'invalid opcode'],
  ['EVM error InvalidJump', 'invalid jump destination'],
  ['EVM error StackUnderflow', 'stack underflow'],
  ['EVM error StackOverflow', 'stack overflow'],
  ['EVM error StateChangeDuringStaticCall', 'write protection'],
  ['EVM error ', 'failed'],
]

/** What Hardhat puts before its messages. */
const prefix = /^(Error: )?(VM Exception while processing transaction: )?/

const reverts =
  /^(Error: )?(execution reverted|VM Exception while processing transaction|Transaction reverted)/

const revertNames = new Set(['ContractFunctionRevertedError', 'ExecutionRevertedError'])

/**
 * How the EVM failed according to an error of viem, ethers or JSON-RPC; `undefined` for other errors,
 * such as a transaction that was refused by the pool or never sent.
 */
export function revertOfError(error: unknown): Revert | undefined {
  const parts = partsOf(error)
  const abi = (parts.find((part) => Array.isArray(part.abi))?.abi ?? []) as Abi
  const halt = parts.map(haltOf).find((words) => words !== undefined)
  const where = whereSent(solidityStackIn(parts))
  if (halt !== undefined) return { data: undefined, words: halt, abi, where }
  if (!parts.some(isRevert)) return undefined
  const data = parts.map(dataOf).find((data) => data !== undefined) ?? '0x'
  return { data, words: 'execution reverted', abi, where }
}

/** The source lines that a node sent with the error, or with one of its causes. */
function solidityStackIn(parts: readonly ErrorLike[]): unknown {
  return parts.find(({ solidityStack }) => solidityStack !== undefined)?.solidityStack
}

/** The error and its causes, from the outside in. */
function partsOf(error: unknown): readonly ErrorLike[] {
  const parts = new Set<ErrorLike>()
  const queue = [error]
  for (const part of queue) {
    if (typeof part !== 'object' || part === null || parts.has(part)) continue
    parts.add(part)
    for (const name of inner) {
      const value = (part as Readonly<Record<string, unknown>>)[name]
      if (typeof value === 'object') queue.push(value)
    }
  }
  return [...parts]
}

function haltOf({ message }: ErrorLike): string | undefined {
  if (typeof message !== 'string') return undefined
  const words = message.replace(prefix, '')
  const peer = peerHalts.find(([start]) => words.startsWith(start))
  if (peer !== undefined) return peer[1]
  return halts.some((halt) => words.startsWith(halt)) ? words : undefined
}

function isRevert({ name, code, message }: ErrorLike): boolean {
  return (
    code === 3 ||
    code === 'CALL_EXCEPTION' ||
    revertNames.has(String(name)) ||
    reverts.test(String(message))
  )
}

function dataOf({ data, raw }: ErrorLike): Hex | undefined {
  return [data, raw].find((value) => typeof value === 'string' && isHexBytes(value)) as
    | Hex
    | undefined
}
