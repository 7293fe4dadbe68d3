import type { NodeExtension } from '../devnet/hooks/extension.ts'
import type { Context, Method } from './method.ts'

/** What is added to the core, which imports none of it. `src/app/extensions.ts` lists all there are. */
export interface Extension extends NodeExtension {
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
