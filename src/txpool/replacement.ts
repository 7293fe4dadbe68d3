import type { FeeCaps } from '../execution/rules/fees.ts'

/** Percent by which a replacement has to raise each fee. */
const priceBump = 10n
/** The same for blob transactions, which cost more to pass on. */
const blobPriceBump = 100n

/** By how much a replacement raises what is offered: each fee by the price bump, or the fee cap by anything. */
export type ReplacementRule = 'bump' | 'higherCap'

/**
 * Whether a transaction with the fee caps `next` may take the place of one with `previous`. By the
 * bump it is higher in the fee cap and the tip cap, for blobs in the blob fee cap too.
 */
export function isPricedToReplace(
  previous: FeeCaps,
  next: FeeCaps,
  rule: ReplacementRule = 'bump',
): boolean {
  if (rule === 'higherCap') return next.feeCap > previous.feeCap
  const bump = previous.blobFeeCap === undefined ? priceBump : blobPriceBump
  return (
    isRaised(previous.feeCap, next.feeCap, bump) &&
    isRaised(previous.tipCap, next.tipCap, bump) &&
    (previous.blobFeeCap === undefined ||
      next.blobFeeCap === undefined ||
      isRaised(previous.blobFeeCap, next.blobFeeCap, bump))
  )
}

/** Rounds down as geth does: clients compute their bump as `fee * 110 / 100` in whole wei. */
function isRaised(previous: bigint, next: bigint, percent: bigint): boolean {
  return next > previous && next >= (previous * (100n + percent)) / 100n
}
