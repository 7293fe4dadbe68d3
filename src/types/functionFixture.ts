import type { PreconfDevnet } from './devnet.ts'
import type { FixtureDefinition } from './fixture.ts'

/** The fixtures that another goes on from, by the names under which it gets their values. */
export type FixtureNeeds = Readonly<Record<string, Fixture>>

/** What the function of a fixture gets: a chain that it has for itself, and the values of what it needs. */
export type FixtureUse<Needs extends FixtureNeeds = Record<never, never>> = {
  readonly devnet: PreconfDevnet
} & { readonly [Name in keyof Needs]: Needs[Name] extends Fixture<infer Value> ? Value : never }

/** What there is to say of a fixture besides its function. */
export interface FixtureOptions<Needs extends FixtureNeeds> {
  /**
   * What messages call it.
   * @default the name of its function
   */
  readonly name?: string | undefined
  /**
   * The fixtures on whose states it goes on, one on top of the other in this order, each once; what
   * they need comes before them.
   */
  readonly needs?: Needs | undefined
  /**
   * All that state and value depend on besides the function's own text: data, bytes, other functions.
   * A fixture that says so is kept on disk, and equal ones are one.
   */
  readonly inputs?: unknown
}

/**
 * A state of the chain and what is to be known of it, made once for a started chain and all its
 * forks; see `fixture`.
 */
export interface Fixture<Value = unknown> {
  readonly name: string
  readonly needs: FixtureNeeds
  readonly inputs?: unknown
  /** The declarative fixture that it is: the path of its file, or what is in it. */
  readonly declares?: string | FixtureDefinition | undefined
  /** Runs it on the chain that it is given, which has all that it needs already. */
  make(use: FixtureUse): Value | Promise<Value>
}

/** A function that is used as a fixture of one devnet, on which it runs at its first use. */
export type FixtureFunction<Value = unknown> = (devnet: PreconfDevnet) => Value | Promise<Value>
