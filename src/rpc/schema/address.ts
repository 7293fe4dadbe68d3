import { fixedData, fixedHex } from './data.ts'

/** 20 bytes. Upper and lower case are equal: no checksum is asked for. */
export const address = fixedData(20, 'common.Address')

/** An address as a key: lower-case hex. */
export const addressKey = fixedHex(20, 'common.Address')
