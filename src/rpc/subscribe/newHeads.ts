import * as v from 'valibot'
import type { BlockEvent, FlashblockEvent } from '../../types/events.ts'
import type { View } from '../../types/view.ts'
import { formatBlockHeader } from '../format/block/block.ts'
import { encodeOnce } from '../format/encodeOnce.ts'
import { blockInShape } from '../format/shape.ts'
import { defineSubscription, kindName } from './subscriptionKind.ts'

/** Anvil and Hardhat push the whole block. */
function encoders(format: (view: View) => unknown) {
  return {
    sealed: encodeOnce(({ block }: BlockEvent) => format(block)),
    pending: encodeOnce(({ flashblock }: FlashblockEvent) => format(flashblock.view)),
  }
}

const encode = {
  geth: encoders(formatBlockHeader),
  anvil: encoders((view) => blockInShape(view, false, 'anvil')),
  hardhat: encoders((view) => blockInShape(view, false, 'hardhat')),
}

/**
 * The header of each sealed block, without its transactions, as geth pushes it, or as the node of `compat` does; where the devnet is
 * told to, of the pending block after each flashblock too, with its number and what it has as hash.
 */
export const newHeads = defineSubscription({
  name: 'newHeads',
  params: v.strictTuple([kindName]),
  start: ({ hub, settings }, _params, push) => {
    const { sealed, pending } = encode[settings.compatRules.answerShape]
    const end = hub.on('newHeads', (event) => push(sealed(event)))
    if (settings.newHeads === 'sealed') return end
    const endPending = hub.on('newFlashblocks', (event) => push(pending(event)))
    return () => {
      end()
      endPending()
    }
  },
})
