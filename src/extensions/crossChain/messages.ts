import type { Devnet } from '../../devnet/devnet.ts'
import { matchingLogs } from '../../execution/logFilter.ts'
import { bytesToBigInt, bytesToHex, type Hex, numberToBytes } from '../../lib/hex.ts'
import type { Log, Receipt } from '../../types/transaction.ts'
import { keccak256 } from '../../wasm/keccak/keccak256.ts'
import { addresses } from '../networks/op/l1Block.ts'
import { newestOf, type Placed, type Timed } from './crossings.ts'
import { eventTopic } from './games.ts'
import { firstSince, type Identifier, type Interop, joined, payloadOf } from './interop.ts'

/** A message of the messenger between L2s. */
export interface Message {
  readonly id: Identifier
  readonly payload: Uint8Array
  readonly destination: bigint
  /** 20 bytes. */
  readonly sender: Uint8Array
  /** 20 bytes. */
  readonly target: Uint8Array
  /** What the messenger knows it by. */
  readonly hash: Uint8Array
  /** The transaction that has sent it. */
  readonly sentBy: Hex
}

const sentTopic = eventTopic('SentMessage(uint256,address,uint256,address,bytes)')

/** A block, or a part of one. */
interface Logged {
  readonly number: bigint
  readonly header: { readonly timestamp: bigint }
  readonly receipts: readonly Receipt[]
}

/** The messages that a block of an L2 has sent to others. */
export function messagesIn({ protocol }: Devnet, block: Logged): readonly Message[] {
  const filter = { addresses: [addresses.l2ToL2Messenger], topics: [[sentTopic]] }
  const place = { blockNumber: block.number, timestamp: block.header.timestamp }
  return [...matchingLogs(filter, block.receipts)].map(({ log, receipt, logIndex }) => {
    const id = { ...place, origin: log.address, logIndex: BigInt(logIndex) }
    return messageOf(log, { ...id, chainId: protocol.chainId }, receipt.transaction.hash)
  })
}

function messageOf(log: Log, id: Identifier, sentBy: Hex): Message {
  const { topics, data } = log
  const [, destination, target, nonce] = topics as readonly [unknown, ...Uint8Array[]]
  if (destination === undefined || target === undefined || nonce === undefined) {
    throw new Error('a message has three topics')
  }
  // Its hash is that of destination, source, nonce, sender, target and message: the last is behind four more words here.
  const offset = numberToBytes(bytesToBigInt(data.subarray(32, 64)) + 128n, 32)
  const source = numberToBytes(id.chainId, 32)
  const head = [destination, source, nonce, data.subarray(0, 32), target, offset]
  return {
    id,
    payload: payloadOf(log),
    destination: bytesToBigInt(destination),
    sender: data.subarray(12, 32),
    target: target.subarray(12),
    hash: keccak256(joined(...head, data.subarray(64))),
    sentBy,
  }
}

/** Where the messenger keeps which messages have run; see contracts/. */
export function isRelayed({ chain }: Devnet, hash: Uint8Array): boolean {
  const slot = keccak256(joined(hash, new Uint8Array(32)))
  return bytesToBigInt(chain.head.state.storage(addresses.l2ToL2Messenger, slot)) !== 0n
}

/** A message from one L2 to another, from the transaction that sends it to the one that executes it. */
export interface MessageCrossing {
  readonly kind: 'message'
  /** It can be executed while it is `waiting`, and after `resendMessage` when it is `expired`. */
  readonly status: 'waiting' | 'preconfirmed' | 'relayed' | 'expired'
  readonly messageHash: Hex
  readonly from: Hex
  readonly to: Hex
  readonly source: Placed & { readonly chainId: bigint; readonly logIndex: bigint }
  /** The chain, and before it is executed no hash and block. */
  readonly destination: {
    readonly chainId: bigint
    readonly hash: Hex | undefined
    readonly blockNumber: bigint | undefined
  }
  /** The last time at which a block can execute it, in seconds. */
  readonly expiresAt: bigint
}

const relayedTopic = eventTopic('RelayedMessage(uint256,uint256,bytes32,bytes32)')
const executingTopic = eventTopic(
  'ExecutingMessage(bytes32,(address,uint256,uint256,uint256,uint256))',
)

/** What a transaction of an L2 has sent to other L2s, or executed; nothing for one that is in no block. */
export function messageCrossings(interop: Interop, hash: Hex): readonly MessageCrossing[] {
  return interop.chains.flatMap((l2) => {
    const included = l2.chain.transaction(hash)
    if (included === undefined) return []
    const { block, receipt } = included
    const { number, header } = block
    const sent = messagesIn(l2, { number, header, receipts: [receipt] })
    return [...sent, ...executedBy(interop, receipt)].map((one) => crossingOf(interop, one))
  })
}

/** The newest messages from and to an L2, a list for each L2 that has sent some. */
export async function newestMessages(
  interop: Interop,
  of: Devnet,
): Promise<readonly (readonly Timed<MessageCrossing>[])[]> {
  const { chainId } = of.protocol
  const lists: (readonly Timed<MessageCrossing>[])[] = []
  for (const l2 of interop.chains) {
    const isShown = ({ destination }: Message) => l2 === of || destination === chainId
    const messages = await newestOf(l2, ({ block: { number, header }, receipt }) =>
      messagesIn(l2, { number, header, receipts: [receipt] })
        .filter(isShown)
        .map((message) => crossingOf(interop, message)),
    )
    lists.push(messages)
  }
  return lists
}

/** The messages of the messenger that a transaction has executed. */
function executedBy(interop: Interop, receipt: Receipt): readonly Message[] {
  const filter = { addresses: [addresses.crossL2Inbox], topics: [[executingTopic]] }
  return [...matchingLogs(filter, [receipt])].flatMap(({ log: { data } }) => {
    const word = (index: number) => bytesToBigInt(data.subarray(index * 32, index * 32 + 32))
    const source = interop.chain(word(4))
    const [block] = source?.chain.filledBlocks(word(1), word(1)) ?? []
    if (source === undefined || block === undefined) return []
    return messagesIn(source, block).filter(({ id }) => id.logIndex === word(2))
  })
}

function crossingOf(interop: Interop, message: Message): MessageCrossing {
  const { id, destination: chainId, sentBy } = message
  const { timestamp, blockNumber, logIndex } = id
  const l2 = interop.chain(chainId)
  const crossing = {
    kind: 'message',
    messageHash: bytesToHex(message.hash),
    from: bytesToHex(message.sender),
    to: bytesToHex(message.target),
    source: { chainId: id.chainId, hash: sentBy, blockNumber, logIndex },
    destination: { chainId, hash: undefined, blockNumber: undefined },
    expiresAt: timestamp + interop.expiry,
  } as const
  if (l2 === undefined) return { ...crossing, status: 'waiting' }
  const { chain, publisher } = l2
  const filter = {
    addresses: [addresses.l2ToL2Messenger],
    topics: [[relayedTopic], null, null, [message.hash]],
  }
  if (isRelayed(l2, message.hash)) {
    const [log] = chain.logs({
      ...filter,
      fromBlock: firstSince(l2, timestamp),
      toBlock: chain.head.number,
    })
    const hash = log?.receipt.transaction.hash
    const destination = { chainId, hash, blockNumber: log?.block.number }
    return { ...crossing, status: 'relayed', destination }
  }
  const open = publisher.flashblocks.at(-1)?.view
  const [seen] = matchingLogs(filter, open?.receipts ?? [])
  if (seen !== undefined) {
    const { hash } = seen.receipt.transaction
    return { ...crossing, status: 'preconfirmed', destination: { ...crossing.destination, hash } }
  }
  const isExpired = interop.isExpired(timestamp, chain.head.header.timestamp)
  return { ...crossing, status: isExpired ? 'expired' : 'waiting' }
}
