import type { InvalidMessage, InvalidMessageReason } from '../message.ts'

/** Codes of failures of a whole simulation: execution-apis `eth_simulateV1`. */
export const simulateCodes = {
  nonceTooLow: -38010,
  nonceTooHigh: -38011,
  baseFeeTooLow: -38012,
  intrinsicGasTooLow: -38013,
  insufficientFunds: -38014,
  blockGasLimitReached: -38015,
  blockNumberInvalid: -38020,
  blockTimestampInvalid: -38021,
  initCodeTooLarge: -38025,
  clientLimitExceeded: -38026,
  serverError: -32000,
  invalidParams: -32602,
} as const

/** A simulation cannot be done; there is no part of it either. geth's codes and words. */
export class SimulateError extends Error {
  override readonly name = 'SimulateError'
  readonly code: number
  /** Whether geth and the specification call it a fault of the node (-32603), which has clients ask again. */
  readonly isFaultInGeth: boolean

  constructor(
    kind: keyof typeof simulateCodes,
    message: string,
    { isFaultInGeth = false }: { isFaultInGeth?: boolean } = {},
  ) {
    super(message)
    this.code = simulateCodes[kind]
    this.isFaultInGeth = isFaultInGeth
  }
}

/** What geth has no code of its own for. */
const faultsInGeth: ReadonlySet<InvalidMessageReason> = new Set([
  'nonce at its maximum',
  'blob fee cap below blob base fee',
  'bad blobs',
  'bad authorizations',
  'intrinsic gas too high',
  'floor gas too low',
])

// Where geth answers -32603 it is what `eth_call` answers.
const kinds: Readonly<Record<InvalidMessageReason, keyof typeof simulateCodes>> = {
  'fees of two kinds': 'serverError',
  'creation without data': 'serverError',
  'wrong chain id': 'serverError',
  'nonce too low': 'nonceTooLow',
  'nonce too high': 'nonceTooHigh',
  'nonce at its maximum': 'serverError',
  'tip above fee cap': 'invalidParams',
  'fee cap below base fee': 'baseFeeTooLow',
  'blob fee cap below blob base fee': 'serverError',
  'bad blobs': 'serverError',
  'bad authorizations': 'serverError',
  'intrinsic gas too high': 'serverError',
  'init code too large': 'initCodeTooLarge',
  'insufficient funds': 'insufficientFunds',
  'intrinsic gas too low': 'intrinsicGasTooLow',
  'floor gas too low': 'intrinsicGasTooLow',
}

/** The failure of a simulation one of whose calls cannot run. */
export function unrunnable(error: InvalidMessage): SimulateError {
  const { reason, message } = error
  return new SimulateError(kinds[reason], message, { isFaultInGeth: faultsInGeth.has(reason) })
}
