import { fixedData, fixedHex } from './data.ts'

/** A hash as a key to look up: 32 bytes as lower-case hex. */
export const hash32 = fixedHex(32, 'common.Hash')

/** 32 bytes. */
export const bytes32 = fixedData(32, 'common.Hash')
