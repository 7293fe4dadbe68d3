import type { Hex } from '../../lib/hex.ts'
import type { Abi } from '../../types/solidity/contract.ts'
import {
  type Decoded,
  decodeEvent,
  decodeFunction,
  decodeFunctionResult,
  signatureOf,
} from '../../wallet/abi.ts'
import { show, showDecoded } from './args.ts'
import { type ContractLike, interfaceOf, learntNames, type Named } from './contract.ts'
import { executed } from './executed.ts'

import type { MatcherContext } from './matcher.ts'
import type { LookupOptions } from './requester.ts'
import { reasonOf, showReason } from './reverts.ts'
import { sentTransaction } from './subject.ts'
import { type AddressLike, addressOf } from './values.ts'

export interface TraceOptions extends LookupOptions {
  /**
   * Names of accounts and contracts in the trace; contracts with an ABI also decode their calls, events
   * and errors. The names of declarative fixtures are known already.
   */
  readonly names?: Readonly<Record<string, AddressLike | ContractLike>> | undefined
}

/** A call of geth's `callTracer`, with its logs. */
interface Frame {
  readonly type: string
  readonly from: Hex
  readonly to?: Hex
  readonly input: Hex
  readonly output?: Hex
  readonly value?: Hex
  readonly error?: string
  readonly calls?: readonly Frame[]
  readonly logs?: readonly FrameLog[]
}

interface FrameLog {
  readonly address: Hex
  readonly topics: readonly Hex[]
  readonly data: Hex
  /** How many calls of its frame came before. */
  readonly position: Hex
}

/**
 * What a transaction did, as lines of text: its calls, the events they emitted, what they returned and
 * how they failed. Without gas, so that equal behavior gives equal text.
 */
export async function callTrace(
  context: MatcherContext,
  subject: unknown,
  options: TraceOptions,
): Promise<string> {
  const sent = await sentTransaction(subject, context)
  const { chain, hash } = await executed(sent, context, options)
  const tracerConfig = { withLog: true }
  const frame: Frame = await chain.request({
    method: 'debug_traceTransaction',
    params: [hash, { tracer: 'callTracer', tracerConfig }],
  })
  const given = Object.entries(options.names ?? {}).map(([name, value]) => readNamed(name, value))
  const known = [...given, ...learntNames(context, options.chain)]
  const text = linesOf(frame, known).join('\n')
  return withNames(`${text}\n`, known)
}

function readNamed(name: string, value: AddressLike | ContractLike): Named {
  const address = addressOf(value)
  const isAccount = typeof value === 'string' ? address !== undefined : !isContract(value)
  return isAccount ? { name, address, abi: [] } : { name, ...interfaceOf(value as ContractLike) }
}

function isContract(value: object): boolean {
  return Array.isArray(value) || 'abi' in value || 'interface' in value || 'formatJson' in value
}

/** The ABI of that contract, or all known ABIs when it has none. */
function abiOf(address: Hex | undefined, known: readonly Named[]): Abi {
  const own = known.find((named) => named.address === address && named.abi.length > 0)
  return own?.abi ?? known.flatMap(({ abi }) => abi)
}

function linesOf(frame: Frame, known: readonly Named[]): readonly string[] {
  const { calls = [], logs = [] } = frame
  const inner: string[] = []
  for (let position = 0; position <= calls.length; position++) {
    const emitted = logs.filter((log) => Number(log.position) === position)
    inner.push(...emitted.map((log) => `emit ${showLog(log, known)}`))
    const call = calls[position]
    if (call !== undefined) inner.push(...linesOf(call, known))
  }
  const end = showEnd(frame, known)
  if (end !== undefined) inner.push(end)
  return [showCall(frame, known), ...inner.map((line) => `  ${line}`)]
}

function showCall(
  { type, from, to, input, value = '0x0' }: Frame,
  known: readonly Named[],
): string {
  const paid = BigInt(value) === 0n ? '' : ` with ${BigInt(value)} wei`
  const kind = type.toLowerCase()
  if (kind.startsWith('create') || kind === 'selfdestruct') {
    return `${kind} ${to}${paid} by ${from}`
  }
  const decoded = decodeFunction(abiOf(to, known), input)
  const raw = input === '0x' ? '' : `(${input})`
  return `${kind} ${to}${decoded === undefined ? raw : `.${showDecoded(decoded)}`}${paid} by ${from}`
}

function showLog(log: FrameLog, known: readonly Named[]): string {
  const decoded = decodeEvent(abiOf(log.address, known), log)
  return decoded === undefined ? `[${log.topics.join(', ')}] ${log.data}` : showDecoded(decoded)
}

/** What it returned or failed with; `undefined` when it returned nothing or created a contract. */
function showEnd(frame: Frame, known: readonly Named[]): string | undefined {
  const { type, to, input, output = '0x', error } = frame
  const abi = abiOf(to, known)
  if (error !== undefined) {
    const data = error === 'execution reverted' ? output : undefined
    return showReason(reasonOf({ data, words: error, abi }))
  }
  if (output === '0x' || type.startsWith('CREATE')) return undefined
  const called = decodeFunction(abi, input)
  return `return ${(called && showResult(abi, called, output)) ?? output}`
}

/** `undefined` when the data does not decode as the function's outputs. */
function showResult(abi: Abi, { item }: Decoded, output: Hex): string | undefined {
  const { outputs = [] } = item
  try {
    const result = decodeFunctionResult(abi, signatureOf(item), output)
    const values = outputs.length === 1 ? [result] : (result as readonly unknown[])
    return values.map((value, index) => show(value, outputs[index])).join(', ')
  } catch {
    return undefined
  }
}

/** Replaces addresses by names, however these are written. */
function withNames(text: string, known: readonly Named[]): string {
  // The first name of an address is the given one.
  const names = new Map([...known].reverse().map(({ address, name }) => [address, name]))
  return text.replaceAll(
    /0x[0-9a-f]{40}(?![0-9a-f])/gi,
    (address) => names.get(address.toLowerCase() as Hex) ?? address,
  )
}
