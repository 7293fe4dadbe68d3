import type { Devnet } from '../devnet/devnet.ts'
import type { Answers } from '../rpc/answers.ts'
import type { Registry } from '../rpc/registry.ts'
import type { ChainSource, ServedChain } from '../server/place.ts'
import { DevnetListeners } from './devnetListeners.ts'
import { besides, openRpcService, type RpcService } from './rpcService.ts'

/** Forks of a devnet for its server: all start from its state when this was made, or after `warm`. */
export class ForkSource implements ChainSource {
  readonly threads = { running: 0, lost: 0 }
  readonly #devnet: Devnet
  readonly #listeners = new DevnetListeners()
  readonly #registries: readonly Registry[]
  readonly #answers: Answers
  /** The devnet that the forks are copies of. It never changes. */
  #base: Devnet

  private constructor(
    devnet: Devnet,
    listeners: DevnetListeners,
    registries: readonly Registry[],
    answers: Answers,
    base: Devnet,
  ) {
    this.#answers = answers
    this.#devnet = devnet
    this.#registries = registries
    this.#base = base
    this.#listeners.error(listeners.onError)
  }

  static async create(
    devnet: Devnet,
    listeners: DevnetListeners,
    registries: readonly Registry[],
    answers: Answers,
  ) {
    return new ForkSource(devnet, listeners, registries, answers, await still(devnet, listeners))
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
    const { members } = fork
    const services = members.map((member, index) =>
      openRpcService(member, listeners, this.#registries[index] as Registry, this.#answers),
    )
    const serviceOf = (member: Devnet) => services[members.indexOf(member)] as RpcService
    for (const { schedule } of members) await schedule.renew()
    const { handleOf, flashblocks } = serviceOf(fork)
    return {
      handleOf,
      flashblocks,
      beside: new Map([...besides(fork)].map(([name, member]) => [name, serviceOf(member)])),
      sleep: () => {
        for (const { schedule } of members) schedule.sleep()
      },
      wake: async () => {
        for (const { schedule } of members) await schedule.wake()
      },
      close: () => {
        for (const { close } of services) close()
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
  for (const { schedule } of fork.members) schedule.sleep()
  return fork
}
