import { paramsBlock } from '@ethereumjs/block'
import { Common, type CommonOpts, type ParamsDict } from '@ethereumjs/common'
import { paramsEVM } from '@ethereumjs/evm'
import { paramsTx } from '@ethereumjs/tx'
import { paramsVM } from '@ethereumjs/vm'

/** The parameters of all parts of EthereumJS. */
export const parameters: readonly ParamsDict[] = [paramsBlock, paramsTx, paramsEVM, paramsVM]

/**
 * A `Common` that all transactions, headers and machines of a hardfork share.
 * EthereumJS copies its `Common` and rebuilds the parameter table for each object it makes, which
 * costs more than running a transfer; here the table is built once and nothing changes afterwards.
 */
export class SharedCommon extends Common {
  #frozen = false

  constructor(options: CommonOpts, overrides: ParamsDict) {
    super(options)
    for (const params of [...parameters, overrides]) {
      this.updateParams(params)
    }
    this.#frozen = true
  }

  override copy(): Common {
    return this
  }

  override updateParams(params: ParamsDict): void {
    if (!this.#frozen) super.updateParams(params)
  }

  override setHardfork(hardfork: string): void {
    // Private fields are not there yet while the base constructor runs.
    if (!(#frozen in this) || !this.#frozen) {
      super.setHardfork(hardfork)
    } else if (hardfork !== this.hardfork()) {
      throw new Error(`shared rules of ${this.hardfork()} cannot be set to ${hardfork}`)
    }
  }
}
