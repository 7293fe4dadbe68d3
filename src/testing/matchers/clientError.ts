import type { Hex } from '../../lib/hex.ts'
import type { Abi } from '../../types/abi.ts'
import type { Revert } from './revert.ts'

/** An error of a client, a node or a part of one, as far as its shape tells anything. */
interface ErrorLike {
  readonly name?: unknown
  readonly code?: unknown
  readonly message?: unknown
  readonly abi?: unknown
  readonly data?: unknown
  readonly raw?: unknown
}

/** Where the errors of viem, ethers and web3, and those of JSON-RPC, keep what they come from. */
const inner = ['cause', 'info', 'error', 'data', 'innerError', 'originalError'] as const

/** Errors that a node gives in words only: what halts a call. */
const halts =
  /^(out of gas|gas required exceeds allowance|invalid opcode|invalid jump destination|stack (under|over)flow|write protection|return data out of bounds|max code size exceeded|max initcode size exceeded|contract address collision|contract creation code storage out of gas|invalid code: must not begin with 0xef)/i

const reverts = /^(Error: )?(execution reverted|VM Exception while processing transaction)/

const revertNames = new Set(['ContractFunctionRevertedError', 'ExecutionRevertedError'])

/**
 * How the EVM failed, as an error of viem or ethers or a bare one of JSON-RPC tells it; none when it
 * is of another kind: refused by the pool, never sent.
 */
export function revertOfError(error: unknown): Revert | undefined {
  const parts = partsOf(error)
  const halted = parts.some(({ message }) => halts.test(String(message)))
  if (!halted && !parts.some(isRevert)) return undefined
  const messages = parts
    .map(({ message }) => message)
    .filter((message) => typeof message === 'string')
  return {
    data: parts.map(dataOf).find((data) => data !== undefined) ?? (halted ? undefined : '0x'),
    words: messages.at(-1) ?? '',
    abi: (parts.find(({ abi }) => Array.isArray(abi))?.abi ?? []) as Abi,
  }
}

/** The error and all that it comes from, from the outside in. */
function partsOf(error: unknown): readonly ErrorLike[] {
  const parts = new Set<ErrorLike>()
  const queue = [error]
  for (let part = queue.shift(); part !== undefined; part = queue.shift()) {
    if (typeof part !== 'object' || part === null || parts.has(part)) continue
    parts.add(part)
    queue.push(
      ...inner
        .map((name) => (part as Readonly<Record<string, unknown>>)[name] ?? undefined)
        .filter((value) => value !== undefined),
    )
  }
  return [...parts]
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
  return [data, raw].find(
    (value) => typeof value === 'string' && /^0x([0-9a-f]{2})*$/i.test(value),
  ) as Hex | undefined
}
