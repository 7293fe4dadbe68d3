import * as v from 'valibot'
import type { Reader } from '../../../devnet/read/reader.ts'
import type { Hex } from '../../../lib/hex.ts'
import type { View } from '../../../types/view.ts'
import { defineMethod } from '../../method.ts'
import { modifiedAccounts } from '../../modifiedAccounts.ts'
import { RpcError } from '../../rpcError.ts'
import { hash32 } from '../../schema/hash32.ts'

/** As geth answers it. */
export const getModifiedAccountsByHash = defineMethod({
  name: 'debug_getModifiedAccountsByHash',
  summary: 'As `debug_getModifiedAccountsByNumber`, by hashes.',
  params: v.strictTuple([hash32, v.optional(hash32)]),
  handler: async ({ reader }, [start, end]) =>
    modifiedAccounts(
      reader,
      await blockOf(reader, start),
      end === undefined ? undefined : await blockOf(reader, end),
    ),
})

async function blockOf(reader: Reader, hash: Hex): Promise<View> {
  const view = await reader.find({ hash })
  if (view === undefined) throw new RpcError(-32000, `block ${hash} not found`)
  return view
}
