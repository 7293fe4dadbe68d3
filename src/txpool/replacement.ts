import type { FeeCaps } from '../execution/rules/fees.ts'
import type { Amounts } from '../types/amounts.ts'

/** Percent by which a replacement has to raise each fee. */
const priceBump = 10n
/** The same for blob transactions, which cost more to pass on. */
const blobPriceBump = 100n

/** By how much a replacement raises what is offered: each fee by the price bump, or the fee cap by anything. */
export type ReplacementRule = 'bump' | 'higherCap'

/**
 * What a transaction with the fee caps `next` lacks to take the place of one with `previous`; nothing
 * if it may. By the bump it is higher in the fee cap and the tip cap, for blobs in the blob fee cap too.
 */
export function missingRaise(
  previous: FeeCaps,
  next: FeeCaps,
  rule: ReplacementRule = 'bump',
): Amounts | undefined {
  const { feeCap: have, tipCap, blobFeeCap } = next
  if (rule === 'higherCap') {
    const want = previous.feeCap + 1n
    return have < want ? { have, want, field: 'maxFeePerGas' } : undefined
  }
  const bump = previous.blobFeeCap === undefined ? priceBump : blobPriceBump
  const want = raised(previous.feeCap, bump)
  if (have < want) return { have, want, field: 'maxFeePerGas' }
  const wantTip = raised(previous.tipCap, bump)
  if (tipCap < wantTip) return { have: tipCap, want: wantTip, field: 'maxPriorityFeePerGas' }
  if (previous.blobFeeCap === undefined || blobFeeCap === undefined) return undefined
  const wantBlob = raised(previous.blobFeeCap, bump)
  return blobFeeCap < wantBlob ? { have: blobFeeCap, want: wantBlob } : undefined
}

/** The least that is raised enough. Rounds down as geth does: clients compute their bump as `fee * 110 / 100` in whole wei. */
function raised(previous: bigint, percent: bigint): bigint {
  const least = (previous * (100n + percent)) / 100n
  return least > previous ? least : previous + 1n
}
