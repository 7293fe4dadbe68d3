import { Common, type CommonOpts, type HardforkByOpts, type ParamsDict } from '@ethereumjs/common'
import { TypeOutput, toType } from '@ethereumjs/util'
import type { Hardfork } from '../../types/genesis.ts'
import { hardforkAt } from './hardforkAt.ts'
import { withParameters } from './sharedCommon.ts'

/**
 * A `Common` that EthereumJS may set to another hardfork as it goes along the chain. Its table of
 * parameters is whole from the start: EthereumJS has it rebuilt for each header that it decodes.
 */
export class ChainCommon extends Common {
  readonly forks: readonly Hardfork[]

  constructor(options: CommonOpts, forks: readonly Hardfork[]) {
    super(withParameters(options))
    this.forks = forks
  }

  override updateParams(_params: ParamsDict): void {}

  /** EthereumJS's own throws where a fork by time holds before one by block does. */
  override getHardforkBy({ blockNumber = 0n, timestamp }: HardforkByOpts): string {
    const time = timestamp === undefined ? -1n : toType(timestamp, TypeOutput.BigInt)
    return hardforkAt(this.forks, toType(blockNumber, TypeOutput.BigInt), time)
  }
}
