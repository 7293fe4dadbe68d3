import type { AnswerHooks, StartingNode } from '../../devnet/hooks/extension.ts'
import type { NetworkRules } from '../../execution/rules/networkRules.ts'
import type { Method } from '../../rpc/method.ts'
import type { SubscriptionKind } from '../../rpc/subscribe/subscriptions.ts'
import type { NetworkFacts, NetworkRecord } from '../../types/network.ts'

/**
 * What a network does that its record cannot say: rules of execution, what its nodes answer otherwise, and its own
 * methods and subscriptions. A module for each set of rules exports one, and is loaded for such networks alone.
 */
export interface NetworkBehaviour {
  readonly facts: NetworkFacts
  /** Makes the rules of its blocks; none: Ethereum's, with the record's base fee. */
  rules?(record: NetworkRecord): NetworkRules | Promise<NetworkRules>
  readonly answers?: AnswerHooks
  /** A method takes the place of the core's that has its name. */
  readonly methods?: readonly Method[]
  readonly subscriptions?: readonly SubscriptionKind[]
  /** Methods and subscriptions that some records with these rules have besides. */
  extras?(record: NetworkRecord): {
    readonly methods: readonly Method[]
    readonly subscriptions: readonly SubscriptionKind[]
  }
  /** Returns the contracts and accounts that all chains with these rules have, by what they are called, 20 bytes each. */
  names?(record: NetworkRecord): readonly (readonly [name: string, address: Uint8Array])[]
  /** Called when a devnet begins, and for each of its forks. */
  start?(node: StartingNode): void
}
