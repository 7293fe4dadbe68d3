import type { FindFork } from './liveChain.ts'

/** What an extension adds to the chain: a plain object. The core imports none of them. */
export interface NodeExtension {
  readonly name: string
  /** Finds the live chain that a devnet is to go on from, as the option `fork` asks for it. */
  readonly findFork?: FindFork | undefined
}
