import type { Devnet } from '../../devnet/devnet.ts'
import type { L1Settings } from '../../devnet/options/l1Options.ts'
import type { MessageRefusal } from '../../execution/rules/opStack.ts'
import { bytesToBigInt, bytesToHex, equalBytes, numberToBytes } from '../../lib/hex.ts'
import type { Log, Receipt, SignedTransaction } from '../../types/transaction.ts'
import type { SealedBlock } from '../../types/view.ts'
import { keccak256 } from '../../wasm/keccak/keccak256.ts'
import { addresses } from '../networks/op/l1Block.ts'
import { Tasks } from './tasks.ts'

/** Where a log is: the contract that has emitted it, and its place on one of the chains (specs/interop/messaging.md). */
export interface Identifier {
  /** 20 bytes. */
  readonly origin: Uint8Array
  readonly blockNumber: bigint
  readonly logIndex: bigint
  /** Seconds. */
  readonly timestamp: bigint
  readonly chainId: bigint
}

type Lookup = Omit<Identifier, 'origin'>

/** The types of the entries of access lists, in their first byte (specs/interop/predeploys.md). */
const types = { lookup: 1, chainId: 2, checksum: 3 } as const

/** Puts bytes after each other. */
export function joined(...parts: readonly Uint8Array[]): Uint8Array {
  return new Uint8Array(parts.flatMap((part) => [...part]))
}

/** What a message commits to of a log: its topics, then its data. */
export function payloadOf({ topics, data }: Log): Uint8Array {
  return joined(...topics, data)
}

/** The checksum that the access list of a transaction has of a message which it executes, 32 bytes. */
function checksumOf({ origin, ...lookup }: Identifier, payload: Uint8Array): Uint8Array {
  const log = keccak256(joined(origin, keccak256(payload)))
  const place = joined(new Uint8Array(12), packedPlace(lookup))
  const bare = keccak256(joined(keccak256(joined(log, place)), numberToBytes(lookup.chainId, 32)))
  return joined(Uint8Array.of(types.checksum), bare.subarray(1))
}

/** Block number, time and index of a log, 20 bytes. */
function packedPlace({ blockNumber, timestamp, logIndex }: Lookup): Uint8Array {
  const [number, time] = [numberToBytes(blockNumber, 8), numberToBytes(timestamp, 8)]
  return joined(number, time, numberToBytes(logIndex, 4))
}

/** The entries of an access list with which a transaction can execute a message, 32 bytes each. */
export function entriesFor(id: Identifier, payload: Uint8Array): readonly Uint8Array[] {
  const chainId = numberToBytes(id.chainId, 32)
  const low = chainId.subarray(24)
  const lookup = joined(Uint8Array.of(types.lookup, 0, 0, 0), low, packedPlace(id))
  const extension = joined(Uint8Array.of(types.chainId), new Uint8Array(7), chainId.subarray(0, 24))
  const isLong = id.chainId >= 2n ** 64n
  return [lookup, ...(isLong ? [extension] : []), checksumOf(id, payload)]
}

const refused = (message: string): MessageRefusal => ({ message, isFinal: true })

/** The L2s of an L1 that can execute each other's messages, by their chain ids. */
export class Interop {
  readonly #chains: ReadonlyMap<bigint, Devnet>
  /** How long a message can be executed, in seconds. */
  readonly expiry: bigint

  /** What follows from their messages. */
  readonly tasks: Tasks

  constructor(l2s: readonly [Devnet, ...Devnet[]], { messageExpiry }: L1Settings) {
    this.#chains = new Map(l2s.map((l2) => [l2.protocol.chainId, l2]))
    this.expiry = BigInt(Math.ceil(messageExpiry / 1000))
    this.tasks = new Tasks(l2s[0])
    for (const { hub } of l2s) {
      hub.on('reorg', ({ removed: [first] }) => {
        if (first === undefined) return
        for (const l2 of l2s) this.tasks.add(() => this.#follow(l2, first.header.timestamp))
      })
    }
  }

  get chains(): readonly Devnet[] {
    return [...this.#chains.values()]
  }

  /** Returns the L2 with a chain id. */
  chain(chainId: bigint): Devnet | undefined {
    return this.#chains.get(chainId)
  }

  /** Whether a message of that time can no longer be executed at another one, in seconds. */
  isExpired(sent: bigint, now: bigint): boolean {
    return sent + this.expiry < now
  }

  /** Why a transaction cannot be in a block of that time, in seconds. */
  refusal({ envelope }: SignedTransaction, timestamp: bigint): MessageRefusal | undefined {
    if (!('accessList' in envelope)) return undefined
    for (const [address, keys] of envelope.accessList) {
      if (!equalBytes(address, addresses.crossL2Inbox)) continue
      const problem = this.#problemIn(keys, timestamp)
      if (problem !== undefined) return problem
    }
    return undefined
  }

  #problemIn(keys: readonly Uint8Array[], timestamp: bigint): MessageRefusal | undefined {
    let lookup: Lookup | undefined
    let hasExtension = false
    for (const key of keys) {
      const type = key[0] as number
      if (type === types.lookup && lookup === undefined && isZero(key.subarray(1, 4))) {
        lookup = lookupIn(key)
      } else if (
        type === types.chainId &&
        lookup !== undefined &&
        !hasExtension &&
        isZero(key.subarray(1, 8))
      ) {
        const chainId = (bytesToBigInt(key.subarray(8)) << 64n) | lookup.chainId
        lookup = { ...lookup, chainId }
        hasExtension = true
      } else if (type === types.checksum && lookup !== undefined) {
        const problem = this.#problemOf(lookup, key, timestamp)
        if (problem !== undefined) return problem
        lookup = undefined
        hasExtension = false
      } else {
        const entries = 'a lookup, of a chain id beyond 64 bits an extension, then a checksum'
        return refused(`entry ${bytesToHex(key)} of CrossL2Inbox is out of place: give ${entries}`)
      }
    }
    return lookup && refused('the access list of CrossL2Inbox ends before a checksum')
  }

  #problemOf(lookup: Lookup, checksum: Uint8Array, timestamp: bigint): MessageRefusal | undefined {
    const { chainId, blockNumber, logIndex } = lookup
    const source = this.#chains.get(chainId)
    if (source === undefined) {
      return refused(`chain ${chainId} is not in the dependency set: ${[...this.#chains.keys()]}`)
    }
    const { chain } = source
    const [block] = chain.filledBlocks(blockNumber, blockNumber)
    if (block === undefined) return refused(`chain ${chainId} has no block ${blockNumber}`)
    const { timestamp: sent } = block.header
    if (sent !== lookup.timestamp) {
      const wrong = `block ${blockNumber} of chain ${chainId} has the time ${sent}`
      return refused(`${wrong}, not ${lookup.timestamp}`)
    }
    const log = logAt(block, logIndex)
    if (log === undefined) {
      return refused(`block ${blockNumber} of chain ${chainId} has no log ${logIndex}`)
    }
    const id = { ...lookup, origin: log.address }
    if (!equalBytes(checksumOf(id, payloadOf(log)), checksum)) {
      const place = `log ${logIndex} of block ${blockNumber} of chain ${chainId}`
      return refused(`the checksum ${bytesToHex(checksum)} is not that of ${place}`)
    }
    if (sent > timestamp) {
      const message = `the message is of the time ${sent}, after the block, which is of ${timestamp}`
      return { message, isFinal: false }
    }
    if (!this.isExpired(sent, timestamp)) return undefined
    return refused(`the message is of the time ${sent} and expired ${this.expiry} s later`)
  }

  /** Replaces the blocks of an L2, from that time on, that execute messages which are gone. */
  async #follow(l2: Devnet, from: bigint): Promise<void> {
    const first = this.#firstInvalid(l2, from)
    const depth = first === undefined ? 0n : l2.chain.head.number - first + 1n
    if (depth > 0n) await l2.reorg(Number(depth), { requeue: true })
    await l2.l1.renew()
  }

  /** The first block of that time or a later one that executes a message which is not there. */
  #firstInvalid(l2: Devnet, from: bigint): bigint | undefined {
    const isInvalid = ({ header, transactions }: SealedBlock) =>
      transactions.some((one) => this.refusal(one, header.timestamp) !== undefined)
    return blocksSince(l2, from).find(isInvalid)?.number
  }
}

/** The blocks of an L2 that have transactions, from that time in seconds on, oldest first. */
export function blocksSince(l2: Devnet, from: bigint): readonly SealedBlock[] {
  return l2.chain.filledBlocks(firstSince(l2, from), l2.chain.head.number)
}

/** The number of the first block of an L2 of that time in seconds or a later one. */
export function firstSince({ chain }: Devnet, from: bigint): bigint {
  let [low, high] = [chain.oldestState, chain.head.number + 1n]
  while (low < high) {
    const middle = low + (high - low) / 2n
    const block = chain.blockByNumber(middle)
    if (block !== undefined && block.header.timestamp < from) low = middle + 1n
    else high = middle
  }
  return low
}

function isZero(bytes: Uint8Array): boolean {
  return bytes.every((byte) => byte === 0)
}

function lookupIn(key: Uint8Array): Lookup {
  const number = (from: number, to: number) => bytesToBigInt(key.subarray(from, to))
  return {
    chainId: number(4, 12),
    blockNumber: number(12, 20),
    timestamp: number(20, 28),
    logIndex: number(28, 32),
  }
}

function logAt({ receipts }: SealedBlock, index: bigint): Log | undefined {
  const has = ({ firstLogIndex, logs }: Receipt) =>
    index >= firstLogIndex && index < firstLogIndex + logs.length
  const receipt = receipts.find(has)
  return receipt?.logs[Number(index) - receipt.firstLogIndex]
}
