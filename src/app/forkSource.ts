import type { Devnet } from '../devnet/devnet.ts'
import type { Answers } from '../rpc/answers.ts'
import type { Registry } from '../rpc/registry.ts'
import type { ChainSource, ServedChain } from '../server/place.ts'
import { DevnetListeners } from './devnetListeners.ts'
import { openRpcService } from './rpcService.ts'

/** Forks of a devnet for its server: all start from its state when this was made, or after `warm`. */
export class ForkSource implements ChainSource {
  readonly threads = { running: 0, lost: 0 }
  readonly #devnet: Devnet
  readonly #listeners = new DevnetListeners()
  readonly #registry: Registry
  readonly #answers: Answers
  /** The devnet that the forks are copies of. It never changes. */
  #base: Devnet

  private constructor(
    devnet: Devnet,
    listeners: DevnetListeners,
    registry: Registry,
    answers: Answers,
    base: Devnet,
  ) {
    this.#answers = answers
    this.#devnet = devnet
    this.#registry = registry
    this.#base = base
    this.#listeners.error(listeners.onError)
  }

  static async create(
    devnet: Devnet,
    listeners: DevnetListeners,
    registry: Registry,
    answers: Answers,
  ) {
    return new ForkSource(devnet, listeners, registry, answers, await still(devnet, listeners))
  }

  async warm(): Promise<void> {
    const base = await still(this.#devnet, this.#listeners)
    const before = this.#base
    this.#base = base
    await before.close()
  }

  async open(): Promise<ServedChain> {
    const listeners = this.#listeners
    const fork = await this.#base.fork(listeners.onError)
    await fork.schedule.renew()
    const { handleOf, flashblocks, close } = openRpcService(
      fork,
      listeners,
      this.#registry,
      this.#answers,
    )
    return {
      handleOf,
      flashblocks,
      sleep: () => fork.schedule.sleep(),
      wake: () => fork.schedule.wake(),
      close: () => {
        close()
        return fork.close()
      },
    }
  }

  close(): Promise<void> {
    return this.#base.close()
  }
}

/** A fork that makes no blocks by itself. */
async function still(devnet: Devnet, { onError }: DevnetListeners): Promise<Devnet> {
  const fork = await devnet.fork(onError)
  fork.schedule.sleep()
  return fork
}
