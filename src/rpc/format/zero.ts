import type { Hex } from '../../lib/hex.ts'

/** Stands for a hash or root that is not known before the block is sealed. */
export const zeroHash: Hex = `0x${'0'.repeat(64)}`
