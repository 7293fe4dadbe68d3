import { createPace } from '../../clock/pace.ts'
import type { EvmPool } from '../../ethereumjs/machine.ts'
import type { Lock } from '../../lib/lock.ts'
import type { Flashblock, SealedBlock } from '../../types/view.ts'
import type { Settings } from '../options/options.ts'
import type { SettlingHooks } from './blockSchedule.ts'
import { type BuildRequest, type BuiltBlock, buildBlock, builderGasLimit } from './buildBlock.ts'
import { type MineDeps, type MinedBlocks, type MineRequest, mineBlocks } from './mine.ts'

export interface BlockMakerDeps extends MineDeps {
  readonly lock: Lock
  readonly machines: EvmPool
  readonly settings: Pick<Settings, 'layers' | 'gasLimit'>
  readonly hooks: SettlingHooks
}

/** Makes blocks and flashblocks on request, one request at a time. */
export class BlockMaker {
  readonly #deps: BlockMakerDeps

  constructor(deps: BlockMakerDeps) {
    this.#deps = deps
  }

  /** Runs the pool's executable transactions on the pending block and publishes them as its next flashblock. */
  flashblock(): Promise<Flashblock> {
    return this.#inTurn(() => this.#deps.schedule.flashblock())
  }

  /** Seals the pending block, with a last flashblock for what the pool holds. */
  seal(): Promise<SealedBlock> {
    return this.#inTurn(() => this.#deps.schedule.seal())
  }

  /** Seals blocks one after the other; see `mineBlocks`. */
  mine(request: MineRequest): Promise<MinedBlocks> {
    return this.#inTurn(() => mineBlocks(this.#deps, request))
  }

  /**
   * Makes the blocks that are deferred until the chain is read, in turns; `undefined` where there are none. Callers
   * that await it before reading do not block the event loop.
   */
  settle(): Promise<void> | undefined {
    const { chain, clock } = this.#deps
    return chain.isBehind ? chain.settle(createPace(clock)) : undefined
  }

  /** Runs in turn; on a fork of a live chain the pool's transactions have their state before. */
  #inTurn<Made>(make: () => Promise<Made>): Promise<Made> {
    const { lock, producer, hooks } = this.#deps
    const run = () => {
      const warming = producer.warm()
      return warming === undefined ? lock.run(make) : warming.then(() => lock.run(make))
    }
    return hooks.settled === undefined ? run() : hooks.settled().then(run)
  }

  /** Builds a block on the head that goes nowhere; see `buildBlock`. */
  build(request: BuildRequest): Promise<BuiltBlock> {
    const { settings } = this.#deps
    const gasLimit = settings.layers.genesis === undefined ? settings.gasLimit : builderGasLimit
    return buildBlock({ ...this.#deps, gasLimit }, request)
  }

  /** Builds a block as `build` does, on whatever the head is then, and makes it the head. */
  commit(request: Omit<BuildRequest, 'parentHash'>): Promise<SealedBlock> {
    const { lock, chain, producer, schedule } = this.#deps
    return lock.run(async () => {
      const { block } = await this.build({ ...request, parentHash: chain.head.hash })
      producer.commit(block)
      await schedule.goOn()
      return block
    })
  }
}
