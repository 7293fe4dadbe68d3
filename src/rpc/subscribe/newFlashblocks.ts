import * as v from 'valibot'
import type { FlashblockEvent } from '../../types/events.ts'
import { encodeOnce } from '../format/encodeOnce.ts'
import { formatFlashblock } from '../format/preconfirmation/flashblock.ts'
import { defineSubscription, kindName } from './subscriptionKind.ts'

const encodeFlashblock = encodeOnce(({ flashblock }: FlashblockEvent) =>
  formatFlashblock(flashblock),
)

/** The block under construction after each flashblock: all transactions so far, whole. */
export const newFlashblocks = defineSubscription({
  name: 'newFlashblocks',
  params: v.strictTuple([kindName]),
  start: (devnet, _params, push) =>
    devnet.hub.on('newFlashblocks', (event) => push(encodeFlashblock(event))),
})
