import * as v from 'valibot'
import { exportChain } from '../../../devnet/files/exportChain.ts'
import { exportFormats } from '../../../devnet/files/exportFormats.ts'
import { gzipped } from '../../../files/gzipped.ts'
import { bytesToHex } from '../../../lib/hex.ts'
import { defineMethod } from '../../method.ts'
import { field, object } from '../../schema/object.ts'
import { looseQuantity64 } from '../../schema/quantity.ts'

export const preconfExport = defineMethod({
  name: 'preconf_export',
  summary:
    'Exports the chain as `anvil`, `genesis`, `rlp` or `fixture`, up to the `block` given; answers the content compressed with gzip, and notes on what is not in it.',
  params: v.strictTuple([
    v.picklist(exportFormats, `expected one of ${exportFormats.join(', ')}`),
    v.optional(object({ block: field(looseQuantity64) }), {}),
  ]),
  handler: async ({ devnet }, [format, { block }]) => {
    const { content, notes } = await exportChain(devnet, format, { block })
    return { content: bytesToHex(await gzipped(content)), notes }
  },
})
