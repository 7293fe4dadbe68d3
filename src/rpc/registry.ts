import type { Method } from './method.ts'

/** All methods, each under its name and its aliases. */
export interface Registry {
  /** The method that is called so. */
  find(name: string): Method | undefined
  /** Each method once, in the order given. */
  readonly methods: readonly Method[]
}

/** Throws when two methods claim one name. */
export function createRegistry(methods: readonly Method[]): Registry {
  const byName = new Map<string, Method>()
  for (const method of methods) {
    for (const name of [method.name, ...method.aliases]) {
      if (byName.has(name)) throw new Error(`two methods are called ${name}`)
      byName.set(name, method)
    }
  }
  return { find: (name) => byName.get(name), methods: [...methods] }
}
