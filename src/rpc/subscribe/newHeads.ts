import * as v from 'valibot'
import type { BlockEvent, FlashblockEvent } from '../../types/events.ts'
import { formatBlockHeader } from '../format/block.ts'
import { encodeOnce } from '../format/encodeOnce.ts'
import { defineSubscription, kindName } from './subscriptionKind.ts'

const encodeSealed = encodeOnce(({ block }: BlockEvent) => formatBlockHeader(block))
const encodePending = encodeOnce(({ flashblock }: FlashblockEvent) =>
  formatBlockHeader(flashblock.view),
)

/**
 * The header of each sealed block, without its transactions, as geth pushes it; where the devnet is
 * told to, of the pending block after each flashblock too, with its number and what it has as hash.
 */
export const newHeads = defineSubscription({
  name: 'newHeads',
  params: v.strictTuple([kindName]),
  start: ({ hub, settings }, _params, push) => {
    const end = hub.on('newHeads', (event) => push(encodeSealed(event)))
    if (settings.newHeads === 'sealed') return end
    const endPending = hub.on('newFlashblocks', (event) => push(encodePending(event)))
    return () => {
      end()
      endPending()
    }
  },
})
