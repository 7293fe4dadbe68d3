import type { Hex } from '../../lib/hex.ts'
import { type MatcherContext, MatcherProblem } from './matcher.ts'
import { awaitMilestone } from './milestones.ts'
import type { LookupOptions, Requester } from './requester.ts'
import { type Sent, sentTransactions } from './subject.ts'

/** A transaction that has run: pre-confirmed or sealed. */
export interface Executed {
  readonly hash: Hex
  readonly chain: Requester
  readonly receipt: RpcReceipt
}

/** The part of a JSON-RPC receipt that assertions need. */
export interface RpcReceipt {
  readonly status: '0x0' | '0x1'
  readonly from: Hex
  readonly gasUsed: Hex
  readonly effectiveGasPrice: Hex
  readonly blobGasUsed?: Hex
  readonly l1Fee?: Hex
  readonly operatorFeeScalar?: Hex
  readonly operatorFeeConstant?: Hex
  readonly blobGasPrice?: Hex
  readonly blockNumber: Hex
  readonly transactionIndex: Hex
  readonly logs: readonly RpcLog[]
}

export interface RpcLog {
  readonly address: Hex
  readonly topics: readonly Hex[]
  readonly data: Hex
}

/** Waits until the transactions of a subject have run. Throws a `MatcherProblem` if one does not. */
export async function executedTransactions(
  subject: unknown,
  context: MatcherContext,
  options: LookupOptions,
): Promise<readonly Executed[]> {
  const all: Executed[] = []
  for (const sent of await sentTransactions(subject, context)) {
    all.push(await executed(sent, context, options))
  }
  return all
}

/** Waits until a transaction has run. Throws a `MatcherProblem` when it does not. */
export async function executed(
  sent: Sent,
  context: MatcherContext,
  options: LookupOptions,
): Promise<Executed> {
  const { hash, chain, obstacle } = await awaitMilestone(sent, 'preconfirmed', context, options)
  const receipt: RpcReceipt | null =
    obstacle === undefined
      ? await chain.request({ method: 'eth_getTransactionReceipt', params: [hash] })
      : null
  if (receipt === null) {
    const why = obstacle ?? 'its receipt is no longer available'
    throw new MatcherProblem(`the transaction ${hash} has not run: ${why}`)
  }
  return { hash, chain, receipt }
}

/** Whether it was reverted or halted. */
export function hasFailed({ receipt }: Executed): boolean {
  return receipt.status === '0x0'
}

/** Returns the lines in which something failed as further lines of a message, empty where they are unknown. */
export type Where = () => Promise<string>

/** Returns the lines that a node sent with its error. */
export function whereSent(solidityStack: unknown): Where {
  return async () => shown(solidityStack)
}

/** Returns the lines by running the transaction again. */
export function whereRun({ chain, hash }: Executed): Where {
  return async () => {
    // Nodes of others have no such method.
    const trace: StackTraceAnswer | null = await chain
      .request({ method: 'preconf_stackTrace', params: [hash] })
      .catch(() => null)
    const isKnown = trace?.stackTrace.some(({ sourceReference }) => sourceReference !== undefined)
    return isKnown ? shown(trace?.solidityStack) : ''
  }
}

interface StackTraceAnswer {
  readonly solidityStack: string
  readonly stackTrace: readonly { readonly sourceReference?: object | undefined }[]
}

function shown(solidityStack: unknown): string {
  if (typeof solidityStack !== 'string' || solidityStack === '') return ''
  return solidityStack
    .split('\n')
    .map((line) => `\n    at ${line}`)
    .join('')
}
