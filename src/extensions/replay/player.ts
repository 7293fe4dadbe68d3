import type { Devnet } from '../../devnet/devnet.ts'
import { bytesToHex } from '../../lib/hex.ts'
import type { Provider } from '../../types/provider.ts'
import { keccak256 } from '../../wasm/keccak/keccak256.ts'
import type { Stream, StreamStep } from './streamFile.ts'

/** The most transactions that a sub-block is filled up with. */
const maxFilled = 200

/** Sends what the sub-blocks of a recording are filled up with: no key of it is known. */
const filler = bytesToHex(keccak256(new TextEncoder().encode('preconf replay')).subarray(12))

/** Where the player is on the recorded chain. */
interface Place {
  readonly block: number
  readonly payload: string | undefined
  /** The position of the last sub-block in its block. */
  readonly index: number
}

/**
 * Plays the rhythm of a recorded stream on a devnet: sub-blocks of as many transactions at the same times, repeated
 * and missing ones, withdrawals and replaced heads. The test's transactions come first, and transfers of an account of
 * the player fill up the rest. After the last step the devnet's own cadence begins.
 */
export class Player {
  readonly #devnet: Devnet
  /** Its requests are not counted and emit no events. */
  readonly #provider: Provider
  readonly #steps: readonly StreamStep[]
  readonly #hasHeads: boolean
  readonly #goOn: () => Promise<void>
  readonly #onError: (error: unknown) => void
  #next = 0
  #place: Place | undefined
  #head: { readonly block: number; readonly hash: string } | undefined
  #startMs = 0

  /** `goOn` begins the devnet's own cadence. `onError` gets what a step throws; the next one comes all the same. */
  constructor(
    devnet: Devnet,
    { steps }: Stream,
    {
      provider,
      goOn,
      onError,
    }: {
      readonly provider: Provider
      readonly goOn: () => Promise<void>
      readonly onError: (error: unknown) => void
    },
  ) {
    this.#devnet = devnet
    this.#provider = provider
    this.#onError = onError
    this.#steps = steps
    this.#hasHeads = steps.some(({ kind }) => kind === 'head')
    this.#goOn = goOn
  }

  /** Begins now, with the first step at once. */
  async start(): Promise<void> {
    const balance = '0x200000000000000000000000000000000'
    await this.#provider.request({ method: 'anvil_setBalance', params: [filler, balance] })
    this.#startMs = this.#devnet.clock.elapsed() - (this.#steps[0]?.ms ?? 0)
    this.#arm()
  }

  #arm(): void {
    const { clock } = this.#devnet
    const step = this.#steps[this.#next]
    if (step === undefined) return
    const delayMs = Math.max(0, this.#startMs + step.ms - clock.elapsed())
    clock.schedule(delayMs, async () => {
      this.#next++
      try {
        if (step.kind === 'head') await this.#playHead(step)
        else await this.#playSubBlock(step)
        if (this.#next === this.#steps.length) await this.#goOn()
      } catch (error) {
        this.#onError(error)
      }
      this.#arm()
    })
  }

  async #playHead({ block, hash }: Extract<StreamStep, { kind: 'head' }>): Promise<void> {
    const last = this.#head
    this.#head = { block, hash }
    if (last !== undefined && block <= last.block) {
      // A sibling takes the place of the head, whose transactions wait again.
      if (hash !== last.hash) await this.#devnet.reorg(1, { requeue: true })
      return
    }
    this.#place = undefined
    await this.#devnet.blocks.seal()
  }

  async #playSubBlock(step: Extract<StreamStep, { kind: 'subBlock' }>): Promise<void> {
    const { blocks, publisher, schedule } = this.#devnet
    const before = this.#place
    const isNew = before === undefined || step.block > before.block
    if (isNew && before !== undefined && !this.#hasHeads) await blocks.seal()
    const isWithdrawn =
      !isNew && (step.payload !== before.payload || (step.index === 0 && before.index > 0))
    const fresh = isNew || isWithdrawn
    if (fresh) await schedule.begin(this.#untilSeal(step))
    const index = step.index ?? (fresh ? 0 : before.index + 1)
    const lastIndex = fresh ? -1 : before.index
    const newest = publisher.flashblocks.at(-1)
    if (index <= lastIndex) {
      if (newest !== undefined) publisher.publish(newest)
      return
    }
    // One that is missing: nodes pre-confirm nothing until the next block.
    if (!fresh && index > lastIndex + 1) publisher.clear()
    this.#place = { block: step.block, payload: step.payload, index }
    // The beginning of a block is published without transactions.
    if (fresh && step.transactions === 0) return
    await this.#fill(step.transactions)
    await blocks.flashblock()
  }

  /** How long after the step its block is sealed, in ms. */
  #untilSeal({ ms, block }: Extract<StreamStep, { kind: 'subBlock' }>): number {
    for (let at = this.#next; at < this.#steps.length; at++) {
      const later = this.#steps[at] as StreamStep
      const isSeal = this.#hasHeads ? later.kind === 'head' : later.block > block
      if (isSeal) return later.ms - ms
    }
    return 0
  }

  /** Sends transfers until the pool holds as many transactions as the sub-block had. */
  async #fill(transactions: number): Promise<void> {
    const { pool } = this.#devnet
    const waiting = pool.content().pending.flat().length
    const missing = Math.min(maxFilled, transactions) - waiting
    for (let count = 0; count < missing; count++) {
      const transfer = { from: filler, to: filler, gas: '0x5208' }
      await this.#provider.request({ method: 'eth_sendUnsignedTransaction', params: [transfer] })
    }
  }
}
