import type { Devnet } from '../../devnet/devnet.ts'
import { applyCall } from '../../execution/call.ts'
import { callOptions, inSandbox, messageOn } from '../../execution/sandbox.ts'
import type { ExecutionContext } from '../../types/execution.ts'
import type { CallRequest } from '../../types/request.ts'
import type { Log, SignedTransaction } from '../../types/transaction.ts'

/** What came of a call. */
export interface Simulated {
  readonly isDone: boolean
  readonly output: Uint8Array
  readonly logs: readonly Log[]
  readonly gasUsed: bigint
}

/** Earlier transactions of a sender that are simulated before one of its later ones. */
const maxEarlier = 16

/** What a transaction runs on that comes next, whatever waits in the pool. */
export function nextContext({ reader, built }: Devnet): ExecutionContext {
  return reader.nextContext(built.pending)
}

/** Runs calls one after the other on the newest state; nothing is kept. */
export async function simulate(
  devnet: Devnet,
  calls: readonly CallRequest[],
): Promise<readonly Simulated[]> {
  const { forked, machines } = devnet
  const context = nextContext(devnet)
  const { callRules } = context
  const lent = { ...context, callRules: { ...callRules, payment: 'unlimited' as const } }
  return forked.whenThere(() =>
    inSandbox(machines, lent, { overrides: {} }, async (sandbox) => {
      const results: Simulated[] = []
      for (const call of calls) {
        const message = messageOn(sandbox, call)
        const options = callOptions(sandbox, message)
        const { failure, output, logs, gasUsed } = await applyCall(
          sandbox.machine,
          message,
          options,
        )
        results.push({ isDone: failure === undefined, output, logs, gasUsed })
      }
      return results
    }),
  )
}

/** The call that a transaction makes. */
function callOf({ sender, envelope }: SignedTransaction): CallRequest {
  const { to, data, value, gasLimit: gas } = envelope
  return { from: sender.bytes, ...(to === undefined ? {} : { to: to.bytes }), data, value, gas }
}

/** The calls of a transaction and of those of its sender that have to run before it. */
export function callsUpTo(
  { pool }: Devnet,
  transaction: SignedTransaction,
): readonly CallRequest[] {
  const { nonce } = transaction.envelope
  const earlier = pool
    .publicContentOf(transaction.sender.bytes)
    .pending.filter(({ envelope }) => envelope.nonce < nonce)
  return [...earlier.slice(-maxEarlier), transaction].map(callOf)
}
