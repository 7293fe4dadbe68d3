import type { Hex } from '../../lib/hex.ts'
import type { Abi } from '../../types/solidity/contract.ts'
import { type Decoded, decodeEvent, signatureOf } from '../../wallet/abi.ts'
import { type ExpectedArgs, hasArgs, showDecoded, showExpected } from './args.ts'
import { type ContractLike, interfaceOf, learntAbi } from './contract.ts'
import { executedTransactions, hasFailed, type RpcLog } from './executed.ts'
import { nameOf, pronounOf } from './failure.ts'

import { type MatcherContext, MatcherProblem, type MatcherResult } from './matcher.ts'
import type { LookupOptions } from './requester.ts'
import { reasonOf, revertOf, showReason } from './reverts.ts'
import { showAddress } from './values.ts'

/** Whether one of the transactions emits the event, from the contract's address if it is known. */
export async function toEmit(
  context: MatcherContext,
  subject: unknown,
  contract: ContractLike,
  eventName: string,
  args?: ExpectedArgs | undefined,
  options: LookupOptions = {},
): Promise<MatcherResult> {
  const { abi, address } = interfaceOf(contract)
  requireEvent(abi, eventName)
  const executed = await executedTransactions(subject, context, options)
  const learnt = learntAbi(context, options.chain)
  const emitted = executed
    .flatMap(({ receipt }) => receipt.logs)
    .map((log) => ({ log, decoded: decodeEvent(abi, log) }))
  const pass = emitted.some(
    ({ log, decoded }) =>
      decoded !== undefined &&
      (address === undefined || log.address === address) &&
      (decoded.name === eventName || signatureOf(decoded.item) === eventName) &&
      (args === undefined || hasArgs(decoded, args)),
  )
  const failed = executed.find(hasFailed)
  const revert = failed && (await revertOf(failed))
  const reverted = revert && showReason(reasonOf(revert, [...abi, ...learnt]))
  const where = revert && pass === context.isNot ? await revert.where() : ''
  const it = pronounOf(executed)
  const by = address === undefined ? '' : ` by ${showAddress(address)}`
  return {
    pass,
    message: () =>
      [
        `expected ${nameOf(executed)} ${pass ? 'not ' : ''}to emit ${showExpected(eventName, args)}${by}`,
        reverted !== undefined && `but ${it} ${reverted}${where}`,
        reverted === undefined && emitted.length === 0 && `but ${it} emitted nothing`,
        emitted.length > 0 && `but ${it} emitted`,
        ...emitted.map((event) => `  ${showEmitted(event, learnt, address)}`),
      ]
        .filter((line) => line !== false)
        .join('\n'),
  }
}

interface Emitted {
  readonly log: RpcLog
  /** `undefined` when the ABI has no such event. */
  readonly decoded: Decoded | undefined
}

function showEmitted(
  { log, decoded: ofContract }: Emitted,
  learnt: Abi,
  expected: Hex | undefined,
): string {
  const decoded = ofContract ?? decodeEvent(learnt, log)
  const by = log.address === expected ? '' : ` by ${showAddress(log.address)}`
  if (decoded !== undefined) return `${showDecoded(decoded)}${by}`
  const [topic = 'no topic', ...more] = log.topics
  return `an event that is not in the ABI: ${[topic, ...more].join(' ')} ${log.data}${by}`
}

function requireEvent(abi: Abi, name: string): void {
  const events = abi.filter((item) => item.type === 'event')
  if (events.some((item) => item.name === name || signatureOf(item) === name)) return
  const names = events.map(signatureOf).join(', ')
  throw new MatcherProblem(`the contract has no event ${name}; it has: ${names || 'none'}`)
}
