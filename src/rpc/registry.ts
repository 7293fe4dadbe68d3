import type { Devnet } from '../devnet/devnet.ts'
import type { NodeExtension } from '../devnet/hooks/extension.ts'
import type { CompatRules } from '../devnet/options/compatRules.ts'
import type { NetworkRecord } from '../types/network.ts'
import type { CompatName } from '../types/options/options.ts'
import type { Provider } from '../types/provider.ts'
import type { WordsSource } from './errorWords.ts'
import type { Context, Method } from './method.ts'
import type { SubscriptionKind } from './subscribe/subscriptions.ts'

/** Says more of failures of the EVM than the EVM does. */
export interface Explainer {
  /** Finds out where a failure comes from, by running it again. What is none stays as it is. */
  find(thrown: unknown, devnet: Devnet): Promise<void>
  /** The error for `thrown`, with the details found. */
  explain(error: unknown, thrown: unknown): unknown
}

/** The settings on which a devnet's methods depend. */
export interface MethodSettings {
  /** Names the service's status method: `<chain>_transactionStatus`. */
  readonly chainName: string
  readonly compat?: CompatName | undefined
  readonly compatRules?: Pick<CompatRules, 'missingMethods'> | undefined
  readonly network?: NetworkRecord | undefined
}

/** What a devnet that has started offers to an extension. */
export interface Begun {
  /** Sends requests that are not counted and emit no events. */
  readonly provider: Provider
  /** Receives failures outside of requests. */
  readonly onError: (error: unknown) => void
}

/** What is added to the core, which imports none of it. `src/app/extensions.ts` lists all there are. */
export interface Extension extends NodeExtension {
  /** What it answers; a method takes the place of the core's that has its name. */
  readonly methods?: ((settings: MethodSettings) => readonly Method[]) | undefined
  /** What else `eth_subscribe` knows; a kind takes the place of the core's that has its name. */
  readonly subscriptions?: ((settings: MethodSettings) => readonly SubscriptionKind[]) | undefined
  readonly explainer?: Explainer | undefined
  join?(family: readonly Devnet[]): Promise<void> | void
  /** Called when a devnet has started, but not for its forks. The devnet is closed if it throws. */
  begin?(devnet: Devnet, begun: Begun): Promise<void>
  /** Whose words errors have, by the `compat` rule. */
  readonly errorWords?: Readonly<Record<CompatRules['errorWords'], WordsSource>> | undefined
  /** Answers a request on a fork of a live chain, which may have to ask that chain. */
  readonly answerOnFork?:
    | ((method: Method, context: Context, args: readonly unknown[]) => Promise<unknown>)
    | undefined
}

/** All methods, each under its name and its aliases, and what is added to the core. */
export interface Registry {
  readonly extensions: readonly Extension[]
  /** The method that is called so. */
  find(name: string): Method | undefined
  /** Each method once, in the order given. */
  readonly methods: readonly Method[]
}

/** Throws when two methods claim one name. */
export function createRegistry(
  methods: readonly Method[],
  extensions: readonly Extension[] = [],
): Registry {
  const byName = new Map<string, Method>()
  for (const method of methods) {
    for (const name of [method.name, ...method.aliases]) {
      if (byName.has(name)) throw new Error(`two methods are called ${name}`)
      byName.set(name, method)
    }
  }
  return { extensions, find: (name) => byName.get(name), methods: [...methods] }
}
