import { availableParallelism } from 'node:os'
import type { Devnet } from '../../devnet/devnet.ts'
import type { ChainSource, ServedChain } from '../../server/place.ts'
import { besides } from '../rpcService.ts'
import { ChainThread } from './chainThread.ts'
import { type CopiedDevnet, copyDevnet } from './copiedDevnet.ts'

export interface ThreadSourceOptions {
  /** The one that the chains are copies of, as it was at the start, or at `warm`. */
  readonly devnet: Devnet
  /** Worker threads at most; `auto`: as many as there are cores. */
  readonly threads: number | 'auto'
  readonly onError: (error: unknown) => void
  /** A name of the chains for messages of their streams. */
  readonly description: string
}

interface Begun {
  readonly thread: ChainThread
  /** The state with which its chains begin. */
  copied: CopiedDevnet
  ready: Promise<void>
  /** Chains that wait for it to be ready. */
  opening: number
}

/**
 * Chains in worker threads, so that they use all cores. A chain stays in the thread that had the fewest chains when it
 * began, as its memory does; so no task pool fits. A thread starts when a chain is opened, and starts again after a
 * crash.
 */
export class ThreadSource implements ChainSource {
  readonly #options: ThreadSourceOptions
  readonly #most: number
  #copied: CopiedDevnet
  #threads: Begun[] = []
  #lost = 0

  private constructor(options: ThreadSourceOptions, copied: CopiedDevnet) {
    this.#options = options
    this.#most = options.threads === 'auto' ? availableParallelism() : options.threads
    this.#copied = copied
  }

  /** Throws an `InvalidOption` for options of the devnet that cannot go to other threads. */
  static async create(options: ThreadSourceOptions): Promise<ThreadSource> {
    return new ThreadSource(options, await copyDevnet(options.devnet))
  }

  async open(onLost: (reason: string) => void): Promise<ServedChain> {
    const begun = this.#next()
    begun.opening++
    try {
      await begun.ready
    } finally {
      begun.opening--
    }
    return begun.thread.open(onLost)
  }

  async warm(): Promise<void> {
    this.#copied = await copyDevnet(this.#options.devnet)
  }

  get threads(): { readonly running: number; readonly lost: number } {
    this.#sortOut()
    return { running: this.#threads.length, lost: this.#lost }
  }

  async close(): Promise<void> {
    await Promise.all(this.#threads.map(({ thread }) => thread.end()))
  }

  #next(): Begun {
    this.#sortOut()
    const [least] = [...this.#threads].sort((one, other) => sizeOf(one) - sizeOf(other))
    const isFull = this.#threads.length >= this.#most
    if (least !== undefined && (isFull || sizeOf(least) === 0)) return this.#renewed(least)
    const { devnet, onError, description } = this.#options
    const beside = [...besides(devnet).keys()]
    const thread = new ChainThread(onError, { description, beside })
    const copied = this.#copied
    const begun = { thread, copied, ready: thread.begin(copied), opening: 0 }
    this.#threads.push(begun)
    return begun
  }

  /** Its chains to come begin with what is to be copied now. */
  #renewed(begun: Begun): Begun {
    if (begun.copied === this.#copied) return begun
    begun.copied = this.#copied
    begun.ready = begun.thread.begin(this.#copied)
    return begun
  }

  #sortOut(): void {
    const running = this.#threads.filter(({ thread }) => thread.lost === undefined)
    this.#lost += this.#threads.length - running.length
    this.#threads = running
  }
}

/** Its chains, with those to come. */
function sizeOf({ thread, opening }: Begun): number {
  return thread.size + opening
}
