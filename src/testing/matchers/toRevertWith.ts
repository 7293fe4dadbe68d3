import { panicReason } from '../../lib/errors.ts'
import type { Abi } from '../../types/solidity/contract.ts'
import { parseAbi, signatureOf } from '../../wallet/abi.ts'
import { type ExpectedArgs, hasArgs, showDecoded, showExpected } from './args.ts'
import { type ContractLike, interfaceOf } from './contract.ts'
import { outcomeOf } from './failure.ts'
import { type MatcherContext, MatcherProblem, type MatcherResult } from './matcher.ts'
import type { LookupOptions } from './requester.ts'
import { type Reason, reasonOf, showPanic, showReason } from './reverts.ts'

/**
 * An expected revert: a string or a regular expression, the code of a panic, or a custom error by its
 * name or signature. A string is the reason of `require`, or the name of an error.
 */
export type ExpectedRevert = string | RegExp | number | bigint

/** Parameters of `toRevertWith`: the expected revert, or a contract and the name of one of its errors. */
export type RevertParameters =
  | [expected: ExpectedRevert, args?: ExpectedArgs | undefined, options?: LookupOptions]
  | [
      contract: ContractLike,
      errorName: string,
      args?: ExpectedArgs | undefined,
      options?: LookupOptions,
    ]

/** Whether a transaction or a call reverts in the expected way. */
export async function toRevertWith(
  context: MatcherContext,
  subject: unknown,
  ...parameters: RevertParameters
): Promise<MatcherResult> {
  const expectation = readParameters(parameters)
  const { expected, abi, args, options } = expectation
  const { what, revert } = await outcomeOf(subject, context, options)
  const reason = revert && reasonOf(revert, abi)
  const pass = reason !== undefined && fits(reason, expected, args)
  const came = reason === undefined ? 'succeeded' : showReason(reason)
  const where = pass === context.isNot && revert ? await revert.where() : ''
  return {
    pass,
    message: () =>
      `expected ${what} ${pass ? 'not to' : 'to'} revert with ${showWanted(expectation)}\nbut it ${came}${where}`,
  }
}

interface Expectation {
  readonly expected: ExpectedRevert
  /** ABI that has the error. */
  readonly abi: Abi
  readonly args: ExpectedArgs | undefined
  readonly options: LookupOptions
}

function readParameters(parameters: RevertParameters): Expectation {
  const [first, second] = parameters
  if (typeof second === 'string') {
    const [contract, name, args, options = {}] = parameters as Extract<
      RevertParameters,
      [contract: ContractLike, errorName: string, ...unknown[]]
    >
    const { abi } = interfaceOf(contract)
    return { expected: name, abi: errorsOf(abi, name), args, options }
  }
  const [expected, args, options = {}] = parameters as [
    ExpectedRevert,
    ExpectedArgs | undefined,
    LookupOptions?,
  ]
  if (!isExpectation(first)) {
    throw new MatcherProblem(
      'expected a string, a regular expression, the code of a panic, or a contract and the name of its error',
    )
  }
  return { expected, abi: typeof expected === 'string' ? abiOf(expected) : [], args, options }
}

/** The ABI, if it has an error of that name or signature. */
function errorsOf(abi: Abi, name: string): Abi {
  const errors = abi.filter((item) => item.type === 'error')
  if (errors.some((item) => item.name === name || signatureOf(item) === name)) return abi
  const names = errors.map(signatureOf).join(', ')
  throw new MatcherProblem(`the contract has no error ${name}; it has: ${names || 'none'}`)
}

/** The ABI of a signature such as `NotOwner(address)`; empty for another string. */
function abiOf(text: string): Abi {
  if (!/^\w+\(.*\)$/.test(text)) return []
  try {
    return parseAbi([`error ${text}`])
  } catch {
    return []
  }
}

function fits(reason: Reason, expected: ExpectedRevert, args: ExpectedArgs | undefined): boolean {
  if (typeof expected === 'number' || typeof expected === 'bigint') {
    return reason.kind === 'panic' && reason.code === BigInt(expected)
  }
  if (typeof expected !== 'string') return wordsOf(reason).search(expected) >= 0
  if (reason.kind !== 'error') return args === undefined && wordsOf(reason) === expected
  const { name, item } = reason.decoded
  const isNamed = name === expected || signatureOf(item) === expected
  return isNamed && (args === undefined || hasArgs(reason.decoded, args))
}

/** The text that regular expressions are matched against. */
function wordsOf(reason: Reason): string {
  switch (reason.kind) {
    case 'text':
      return reason.text
    case 'panic':
      return panicReason(reason.code) ?? ''
    case 'error':
      return showDecoded(reason.decoded)
    case 'unknown':
      return reason.data
    case 'silent':
      return ''
    case 'halt':
      return reason.words
  }
}

function showWanted({ expected, abi, args }: Expectation): string {
  if (typeof expected === 'number' || typeof expected === 'bigint') {
    return `the panic ${showPanic(BigInt(expected))}`
  }
  if (typeof expected !== 'string') return `a reason that matches ${expected}`
  const isError = abi.length > 0 || args !== undefined
  return isError ? showExpected(expected, args) : JSON.stringify(expected)
}

/** Patterns of another realm have another class. */
function isExpectation(value: unknown): value is ExpectedRevert {
  return (
    ['string', 'number', 'bigint'].includes(typeof value) ||
    Object.prototype.toString.call(value) === '[object RegExp]'
  )
}

/** Whether a transaction or a call fails in the EVM, for any reason. */
export async function toRevert(
  context: MatcherContext,
  subject: unknown,
  options: LookupOptions = {},
): Promise<MatcherResult> {
  const { what, revert } = await outcomeOf(subject, context, options)
  const where = context.isNot && revert ? await revert.where() : ''
  return {
    pass: revert !== undefined,
    message: () =>
      revert === undefined
        ? `expected ${what} to revert, but it succeeded`
        : `expected ${what} not to revert, but it ${showReason(reasonOf(revert))}${where}`,
  }
}
