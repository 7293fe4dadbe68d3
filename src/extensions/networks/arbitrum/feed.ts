import { concatBytes } from '@ethereumjs/util'
import type { StartingNode, StreamHook } from '../../../devnet/hooks/extension.ts'
import { base64Text } from '../../../lib/encodings.ts'
import { numberToBytes } from '../../../lib/hex.ts'
import type { SignedTransaction } from '../../../types/transaction.ts'
import type { SealedBlock } from '../../../types/view.ts'

/** A message of L2's sequencer, among the kinds of messages to a chain of Nitro. */
const fromSequencer = 3

/** Kinds of what the sequencer sends: several messages in one, and a signed transaction. */
const batch = 3
const signed = 4

/** The address that the sequencer's messages come from. */
const sequencer = '0xa4b000000000000000000073657175656e636572'

const description = [
  "The sequencer's feed, as relays and nodes of Nitro read it: open a WebSocket here.",
  'Each message has version 1 and the messages of one block in JSON. Signatures are absent.',
  '',
].join('\n')

/**
 * Makes the feed of the sequencer: a message for each block, from its sealing on. `l1BlockNumber` is that of the
 * block.
 */
export function createFeed(
  { hub }: Pick<StartingNode, 'hub'>,
  l1BlockNumber: (block: SealedBlock) => bigint,
): StreamHook {
  return {
    description,
    start: (send) =>
      hub.on('newHeads', ({ block }) => {
        const message = feedMessage(block, Number(l1BlockNumber(block)))
        send(new TextEncoder().encode(JSON.stringify(message)))
      }),
  }
}

/** The message of a block, as Nitro writes it. The block's number is that of the message, as each block is one. */
function feedMessage(block: SealedBlock, l1BlockNumber: number): object {
  const header = {
    kind: fromSequencer,
    sender: sequencer,
    blockNumber: l1BlockNumber,
    timestamp: Number(block.header.timestamp),
    requestId: null,
    baseFeeL1: null,
  }
  const message = {
    message: { header, l2Msg: base64Text(l2Message(block.transactions)) },
    delayedMessagesRead: 1,
  }
  const sequenceNumber = Number(block.number)
  return { version: 1, messages: [{ sequenceNumber, message, blockHash: block.hash }] }
}

/** One transaction stands alone; any other number is a batch, each part with its length in eight bytes. */
function l2Message(transactions: readonly SignedTransaction[]): Uint8Array {
  const parts = transactions.map(({ raw }) => concatBytes(Uint8Array.of(signed), raw))
  const [only, ...others] = parts
  if (only !== undefined && others.length === 0) return only
  return concatBytes(
    Uint8Array.of(batch),
    ...parts.flatMap((part) => [numberToBytes(BigInt(part.length), 8), part]),
  )
}
