/** 64 bits of a word: a constant, or the number of the local that has them. */
export type Limb = bigint | number

/** An item of the stack as translated code knows it. */
export class Value {
  /** The lowest first; undefined where they are only in memory, at `home`. */
  readonly limbs: (Limb | undefined)[]
  /** The place of the stack where memory has it. */
  home: number | undefined

  constructor(limbs: readonly (Limb | undefined)[], home?: number) {
    this.limbs = [...limbs]
    this.home = home
  }

  /** Bits from the 64th on are zeros. */
  get isSmall(): boolean {
    return this.limbs[1] === 0n && this.limbs[2] === 0n && this.limbs[3] === 0n
  }

  get constant(): bigint | undefined {
    let value = 0n
    for (const [index, limb] of this.limbs.entries()) {
      if (typeof limb !== 'bigint') return undefined
      value |= limb << BigInt(64 * index)
    }
    return value
  }
}

export function constantValue(value: bigint): Value {
  return new Value([0n, 64n, 128n, 192n].map((bits) => BigInt.asUintN(64, value >> bits)))
}

/** A value that its lowest limb makes out. */
export function smallValue(limb: Limb): Value {
  return new Value([limb, 0n, 0n, 0n])
}
