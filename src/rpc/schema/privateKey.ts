import * as v from 'valibot'
import { bytes32 } from './hash32.ts'

/** 32 bytes; geth takes their digits without `0x`. */
export const privateKey = v.pipe(
  v.string('expected a string'),
  v.transform((text) => (/^0x/i.test(text) ? text : `0x${text}`)),
  bytes32,
)
