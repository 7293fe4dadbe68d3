import type { Random } from './random.ts'

const full = 2n ** 256n

/** Where arithmetic on 256 bits and on its limbs of 64 and 32 has its edges. */
export const edges: readonly bigint[] = [
  ...[0n, 1n, 2n, 3n, 7n, 8n, 31n, 32n, 33n, 63n, 64n, 127n, 128n, 255n, 256n, 257n],
  ...[32n, 63n, 64n, 65n, 96n, 127n, 128n, 160n, 191n, 192n, 193n, 224n, 254n, 255n].flatMap(
    (bits) => [2n ** bits - 1n, 2n ** bits, 2n ** bits + 1n],
  ),
  ...[1n, 2n, 31n, 32n, 255n, 256n, 2n ** 64n, 2n ** 128n].map((below) => full - below),
]

/** A word of 256 bits: an edge, a small number, or one of random length with runs of equal bits. */
export function randomWord(random: Random): bigint {
  const kind = random.below(10)
  if (kind < 3) return random.pick(edges)
  if (kind < 6) return BigInt(random.below(70))
  const size = 1 + random.below(32)
  const bytes = random.chance(0.3)
    ? Uint8Array.from({ length: size }, () => random.pick([0, 255, 255, 1, 128]))
    : random.bytes(size)
  return BigInt(`0x${Buffer.from(bytes).toString('hex')}`)
}

const limbEdges = [
  0n,
  1n,
  2n ** 32n - 1n,
  2n ** 63n - 1n,
  2n ** 63n,
  2n ** 64n - 2n,
  2n ** 64n - 1n,
]

/** A word of up to four limbs of 64 bits, most of them edges: where guesses at limbs of quotients are wrong. */
export function limbWord(random: Random): bigint {
  let value = 0n
  for (let limbs = 1 + random.below(4); limbs > 0; limbs--) {
    const limb = random.chance(0.8)
      ? random.pick(limbEdges)
      : BigInt(`0x${Buffer.from(random.bytes(8)).toString('hex')}`)
    value = (value << 64n) | limb
  }
  return value >> BigInt(random.pick([0, 0, 0, 1, 17, 63]))
}
