import * as v from 'valibot'
import { data } from './data.ts'
import { Problem, refined } from './parsed.ts'

/** What a header can hold. */
const maxExtraBytes = 32

/** Bytes that a block's builder puts into its header. */
export const extraData = v.pipe(
  data,
  refined((bytes) =>
    bytes.length > maxExtraBytes
      ? new Problem(`${bytes.length} bytes, the limit is ${maxExtraBytes}`)
      : bytes,
  ),
)
