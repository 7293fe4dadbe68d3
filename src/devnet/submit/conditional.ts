import { KECCAK256_RLP } from '@ethereumjs/util'
import { bytesToHex, equalBytes, type Hex } from '../../lib/hex.ts'
import type { View } from '../../types/view.ts'

/** Under what a transaction is taken. Numbers and times are those of the newest block. */
export interface Conditional {
  readonly blockNumberMin?: bigint | undefined
  readonly blockNumberMax?: bigint | undefined
  /** Seconds. */
  readonly timestampMin?: bigint | undefined
  /** Seconds. */
  readonly timestampMax?: bigint | undefined
  readonly knownAccounts?: readonly KnownAccount[] | undefined
}

/** What an account's storage has to be: a root of 32 bytes, or values of slots, 32 bytes each. */
export interface KnownAccount {
  /** 20 bytes. */
  readonly address: Uint8Array
  readonly storage: Uint8Array | readonly (readonly [slot: Uint8Array, value: Uint8Array])[]
}

/** A condition does not hold. op-geth's code. */
class ConditionFailed extends Error {
  override readonly name = 'ConditionFailed'
  readonly code = -32003

  constructor(problem: string) {
    super(`transaction conditional failed: ${problem}`)
  }
}

/** Throws a `ConditionFailed` for the first condition that does not hold at `view`. */
export function checkConditional(
  conditional: Conditional,
  { number, header, state }: Pick<View, 'number' | 'header' | 'state'>,
): void {
  const { blockNumberMin, blockNumberMax, timestampMin, timestampMax } = conditional
  checkRange('block number', number, blockNumberMin, blockNumberMax)
  checkRange('timestamp', header.timestamp, timestampMin, timestampMax)
  for (const { address, storage } of conditional.knownAccounts ?? []) {
    const name = bytesToHex(address)
    if (storage instanceof Uint8Array) {
      const root = state.account(address)?.storageRoot ?? KECCAK256_RLP
      checkBytes(`storage root of ${name}`, root, storage)
      continue
    }
    for (const [slot, value] of storage) {
      checkBytes(`slot ${bytesToHex(slot)} of ${name}`, state.storage(address, slot), value)
    }
  }
}

function checkRange(name: string, now: bigint, min = 0n, max = now): void {
  if (now < min) throw new ConditionFailed(`${name} ${now} is below ${min}`)
  if (now > max) throw new ConditionFailed(`${name} ${now} is above ${max}`)
}

function checkBytes(name: string, now: Uint8Array, wanted: Uint8Array): void {
  if (equalBytes(now, wanted)) return
  const [is, want]: Hex[] = [bytesToHex(now), bytesToHex(wanted)]
  throw new ConditionFailed(`${name} is ${is}, not ${want}`)
}
