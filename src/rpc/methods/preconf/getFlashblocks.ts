import * as v from 'valibot'
import { bytesToHex } from '../../../lib/hex.ts'
import { formatPublishedFlashblock } from '../../format/preconfirmation/publishedFlashblock.ts'
import { defineMethod } from '../../method.ts'
import { optionalBlockId } from '../../schema/blockId.ts'

/** Answers `null` where there is no such block. */
export const getFlashblocks = defineMethod({
  name: 'preconf_getFlashblocks',
  summary:
    'The flashblocks of a block, sealed or pending, as they were published: index, payload id, time and transactions; kept for the newest 256 blocks.',
  params: v.strictTuple([optionalBlockId]),
  handler: async ({ devnet, reader }, [id]) => {
    const view = await reader.find(id)
    if (view === undefined) return null
    const parent = bytesToHex(view.header.parentHash)
    const count = view.kind === 'pending' ? view.flashblock + 1 : undefined
    return devnet.publisher.published.on(parent).slice(0, count).map(formatPublishedFlashblock)
  },
})
