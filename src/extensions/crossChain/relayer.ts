import type { Devnet } from '../../devnet/devnet.ts'
import type { L1Settings } from '../../devnet/options/l1Options.ts'
import { addressOfKey } from '../../ethereumjs/crypto.ts'
import { estimateGas } from '../../execution/estimateGas.ts'
import { bytesToHex, type Hex, hexToBytes } from '../../lib/hex.ts'
import { encodeFunction, parseAbi } from '../../wallet/abi.ts'
import { keccak256 } from '../../wasm/keccak/keccak256.ts'
import { addresses } from '../networks/op/l1Block.ts'
import type { Operator } from './games.ts'
import { blocksSince, entriesFor, type Interop } from './interop.ts'
import { isRelayed, type Message, messagesIn } from './messages.ts'

/** Returns the account that relays messages: the same for equal seeds. */
export function relayerOf({ seed }: { readonly seed: string }): Operator {
  const privateKey = keccak256(new TextEncoder().encode(`preconf relayer ${seed}`))
  return { address: addressOfKey(privateKey), privateKey }
}

/** How often a message is tried that would revert: once in each of as many blocks. */
const mostTries = 5

/** Blocks that are looked at again after the chain went back, besides those of the delay; seconds. */
const slack = 60n

/** A message that is still to be relayed. */
interface Waiting {
  readonly message: Message
  /** Chain time, in ms. */
  readonly dueMs: number
  tries: number
  /** The head of the destination when it was tried last. */
  triedAt: bigint | undefined
}

/** Sends the transactions that execute messages between L2s. */
export class Relayer {
  readonly #interop: Interop
  readonly #settings: L1Settings
  /** Messages by their hashes, in the order in which they were sent. */
  #waiting = new Map<Hex, Waiting>()
  #timer: { cancel(): void } | undefined

  constructor(interop: Interop, settings: L1Settings) {
    this.#interop = interop
    this.#settings = settings
    for (const l2 of interop.chains) {
      l2.hub.on('sealed', (event) => {
        if ('block' in event) for (const one of messagesIn(l2, event.block)) this.#note(one)
        if (this.#waiting.size > 0) interop.tasks.add(() => this.#relay())
      })
      l2.hub.on('reorg', ({ removed: [first] }) => {
        interop.tasks.add(() => this.#begin(first?.header.timestamp))
      })
      l2.hub.on('revert', () => interop.tasks.add(() => this.#begin()))
    }
    interop.tasks.add(() => this.#begin())
  }

  close(): void {
    this.#timer?.cancel()
  }

  #note(message: Message): void {
    const dueMs = Number(message.id.timestamp) * 1000 + (this.#settings.relayDelay ?? 0)
    this.#waiting.set(bytesToHex(message.hash), { message, dueMs, tries: 0, triedAt: undefined })
  }

  /** Looks for what was not relayed yet at that time, in seconds. */
  async #begin(time?: bigint): Promise<void> {
    const { chains } = this.#interop
    const [{ clock }] = chains as [Devnet]
    const now = time ?? BigInt(Math.floor(clock.now() / 1000))
    const from = now - BigInt(Math.ceil((this.#settings.relayDelay ?? 0) / 1000)) - slack
    this.#waiting = new Map()
    for (const l2 of chains) {
      for (const block of blocksSince(l2, from)) {
        for (const message of messagesIn(l2, block)) this.#note(message)
      }
    }
    await this.#relay()
  }

  async #relay(): Promise<void> {
    const [{ clock }] = this.#interop.chains as [Devnet]
    let nextMs = Number.POSITIVE_INFINITY
    for (const [hash, waiting] of this.#waiting) {
      if (waiting.dueMs > clock.now()) nextMs = Math.min(nextMs, waiting.dueMs)
      else if (await this.#isDone(waiting)) this.#waiting.delete(hash)
    }
    this.#timer?.cancel()
    if (nextMs === Number.POSITIVE_INFINITY) return
    const again = () => this.#interop.tasks.add(() => this.#relay())
    this.#timer = clock.schedule(nextMs - clock.now(), again)
  }

  /** Relays a message. Whether nothing more is to be done about it. */
  async #isDone(waiting: Waiting): Promise<boolean> {
    const { message } = waiting
    const l2 = this.#interop.chain(message.destination)
    if (l2 === undefined || isRelayed(l2, message.hash)) return true
    const { number } = l2.chain.head
    if (waiting.triedAt === number) return false
    waiting.triedAt = number
    try {
      await this.#send(l2, message)
      return true
    } catch {
      // It may depend on another one, or come before its time.
      return ++waiting.tries === mostTries
    }
  }

  /** Throws where the message would revert, as far as the gas is not fixed. */
  async #send(l2: Devnet, { id, payload }: Message): Promise<void> {
    const relayer = relayerOf(l2.settings)
    const { blockNumber, logIndex, timestamp, chainId } = id
    const place = [bytesToHex(id.origin), blockNumber, logIndex, timestamp, chainId]
    const data = encodeFunction(abi, 'relayMessage', [place, bytesToHex(payload)])
    const request = {
      from: relayer.address,
      to: addresses.l2ToL2Messenger,
      data: hexToBytes(data),
      accessList: [[addresses.crossL2Inbox, entriesFor(id, payload)] as const],
    }
    const { relayGas } = this.#settings
    const context = await l2.reader.context({ tag: 'pending' })
    const gas = relayGas ?? (await estimateGas(l2.machines, context, request))
    await l2.send({ ...request, gas }, relayer)
  }
}

const abi = parseAbi([
  'function relayMessage((address origin, uint256 blockNumber, uint256 logIndex, uint256 timestamp, uint256 chainId) id, bytes sentMessage) payable returns (bytes)',
])
