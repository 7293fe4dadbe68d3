import { maxInterval, maxTimestamp } from '../../clock/clock.ts'
import { bytesToHex } from '../../lib/hex.ts'
import type {
  ForkPoint,
  StoredClock,
  StoredFields,
  StoredImpersonation,
} from '../../types/stateFile.ts'
import type { Section } from '../section.ts'

const maxMs = maxTimestamp * 1000n

/** What a file says of the clock. */
export function clockOf(section: Section): StoredClock {
  const offset = section.text('offsetMs') ?? '0'
  const offsetMs = /^-?\d{1,24}$/.test(offset) ? BigInt(offset) : undefined
  if (offsetMs === undefined || offsetMs > maxMs || -offsetMs > maxMs) {
    return section.refuse('offsetMs', `give ms from ${-maxMs} to ${maxMs}`)
  }
  return {
    nowMs: section.number('nowMs', maxMs),
    offsetMs,
    nextTimestamp: section.number('nextTimestamp', maxTimestamp),
    intervalSeconds: section.number('intervalSeconds', maxInterval),
  }
}

/** What a file says of the live chain beneath it. */
export function forkOf(section: Section): ForkPoint {
  const hash = section.bytes('hash', 32)
  return {
    chainId: Number(section.number('chainId', BigInt(Number.MAX_SAFE_INTEGER)) ?? 0n),
    number: section.number('number') ?? section.refuse('number', 'give a number'),
    hash: bytesToHex(hash ?? section.refuse('hash', 'give 0x and 64 hex digits')),
  }
}

/** What a file says of the headers to come. */
export function fieldsOf(section: Section): StoredFields {
  return {
    baseFeePerGas: section.number('baseFeePerGas'),
    prevRandao: section.bytes('prevRandao', 32),
    coinbase: section.bytes('coinbase', 20),
    gasLimit: section.number('gasLimit'),
    extraData: section.bytes('extraData'),
    minGasPrice: section.number('minGasPrice'),
  }
}

/** Who sends without a key, as a file says. */
export function impersonationOf(section: Section): StoredImpersonation {
  return {
    addresses: new Set(section.words('addresses', 20)),
    auto: section.flag('auto') ?? false,
  }
}
