import * as v from 'valibot'
import type { BlockEvent } from '../../types/events.ts'
import { formatBlockHeader } from '../format/block.ts'
import { encodeOnce } from '../format/encodeOnce.ts'
import { defineSubscription, kindName } from './subscriptionKind.ts'

const encodeHeader = encodeOnce(({ block }: BlockEvent) => formatBlockHeader(block))

/** The header of each sealed block, without its transactions, as geth pushes it. */
export const newHeads = defineSubscription({
  name: 'newHeads',
  params: v.strictTuple([kindName]),
  start: (devnet, _params, push) => devnet.hub.on('newHeads', (event) => push(encodeHeader(event))),
})
