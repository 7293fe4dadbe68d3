import type { Devnet } from '../devnet/devnet.ts'
import type { SavedState } from '../devnet/history/snapshot.ts'
import { readFixture } from '../devnet/options/layers.ts'
import { InvalidOption } from '../devnet/options/optionValues.ts'
import type { DeclaredFixture } from '../files/declared/declaredFixture.ts'
import type { FixtureResult, FixtureRun } from '../files/fixture/fixtureRuns.ts'
import { declarativeFixture, FixtureError, isFixture } from '../files/fixture/functionFixture.ts'
import { frozenCopy } from '../files/fixture/plainData.ts'
import type { Fixture, FixtureFunction, FixtureUse, PreconfDevnet } from '../types/devnet.ts'
import type { FixtureDefinition } from '../types/fixture.ts'
import { DevnetListeners } from './devnetListeners.ts'

/** A fixture whose files have been read, including those of the fixtures that it needs. */
interface PreparedFixture extends Fixture {
  readonly declared?: DeclaredFixture
}

const preparations = new WeakMap<Fixture, Promise<PreparedFixture>>()

/** Files are read once. Throws an `InvalidFixture` or an `UnreadableFile`. */
function prepared(fixture: Fixture): Promise<PreparedFixture> {
  const known = preparations.get(fixture) ?? prepare(fixture)
  preparations.set(fixture, known)
  known.catch(() => preparations.delete(fixture))
  return known
}

async function prepare(fixture: Fixture): Promise<PreparedFixture> {
  const { declares } = fixture
  if (declares !== undefined) {
    const declared = await readFixture(declares)
    const { fixtureInputs } = await import('../files/declared/fixtureInputs.ts')
    return { ...fixture, declared, inputs: await fixtureInputs(declared) }
  }
  const needs: Record<string, Fixture> = {}
  for (const [name, need] of Object.entries(fixture.needs)) needs[name] = await prepared(need)
  const isSame = Object.entries(fixture.needs).every(([name, need]) => needs[name] === need)
  return isSame ? fixture : { ...fixture, needs }
}

const fixtureAdvice =
  'give a fixture, a function, the path of a declarative fixture, or its content'

export interface FixtureLoaderDeps {
  readonly devnet: Devnet
  readonly listeners: DevnetListeners
  /** The run that the devnet was forked for, if it was. */
  readonly within: FixtureRun<SavedState> | undefined
  /** Wraps a fork for its user, the function of the fixture that runs. */
  readonly open: (
    fork: Devnet,
    listeners: DevnetListeners,
    run: FixtureRun<SavedState>,
  ) => PreconfDevnet
}

/** The first use of a function on the devnet itself. */
interface FirstUse {
  readonly result: Promise<FixtureResult<SavedState>>
  isOver: boolean
}

type FirstUses<Key> = {
  get(key: Key): FirstUse | undefined
  set(key: Key, use: FirstUse): unknown
  delete(key: Key): boolean
}

/** Brings an open devnet to the states of fixtures, and runs those that were not used yet. */
export class FixtureLoader {
  readonly #deps: FixtureLoaderDeps
  readonly #byFunction = new WeakMap<FixtureFunction, FirstUse>()
  readonly #byName = new Map<string, FirstUse>()
  readonly #byPath = new Map<string, FirstUse>()
  readonly #byDefinition = new WeakMap<FixtureDefinition, FirstUse>()

  constructor(deps: FixtureLoaderDeps) {
    this.#deps = deps
  }

  /** See `PreconfDevnet.loadFixture`; `open` is the devnet object of the user. */
  async load(
    open: PreconfDevnet,
    fixture: Fixture | FixtureFunction | FixtureDefinition | string,
    make?: FixtureFunction,
  ): Promise<unknown> {
    if (typeof fixture === 'function') {
      return this.#loadHere(this.#byFunction, fixture, () => fixture(open))
    }
    if (isFixture(fixture)) return this.#loadShared(fixture)
    if (typeof fixture === 'string' && make !== undefined) {
      if (typeof make !== 'function') {
        throw new InvalidOption(`fixture '${fixture}'`, make, 'give the function that makes it')
      }
      return this.#loadHere(this.#byName, fixture, () => make(open))
    }
    if (typeof fixture !== 'string' && (typeof fixture !== 'object' || fixture === null)) {
      throw new InvalidOption('fixture', fixture, fixtureAdvice)
    }
    const uses: FirstUses<FixtureDefinition | string> =
      typeof fixture === 'string' ? this.#byPath : this.#byDefinition
    return this.#loadHere(uses, fixture, () => this.#loadDeclared(fixture))
  }

  async #loadDeclared(given: FixtureDefinition | string): Promise<unknown> {
    const { fixtures, history, declaredFixtures } = this.#deps.devnet
    // Then it is the same for all who begin with it.
    if (fixtures.isStart(history.standing)) return this.#loadShared(declarativeFixture(given))
    return declaredFixtures.load(await readFixture(given))
  }

  async #loadShared(fixture: Fixture): Promise<unknown> {
    const { devnet, within } = this.#deps
    const { saved, value } = await devnet.fixtures.runs.load(
      await prepared(fixture),
      (run, from, needed) => this.#make(run, from, needed),
      within,
    )
    await devnet.history.become(saved)
    return value
  }

  async #make(
    run: FixtureRun<SavedState>,
    from: SavedState,
    needed: Readonly<Record<string, unknown>>,
  ): Promise<FixtureResult<SavedState>> {
    const { devnet: family, listeners: above } = this.#deps
    const listeners = new DevnetListeners()
    listeners.error(above.onError)
    const fork = await family.forkAt(from, listeners.onError)
    const devnet = this.#deps.open(fork, listeners, run)
    try {
      const value = await this.#madeOn(fork, run, { ...needed, devnet })
      return { value, saved: await fork.history.save() }
    } finally {
      await devnet.close()
    }
  }

  /** Runs the fixture on the fork, or takes its cached result when its inputs are declared. */
  async #madeOn(
    fork: Devnet,
    { fixture, contents }: FixtureRun<SavedState>,
    use: FixtureUse,
  ): Promise<unknown> {
    const { declared } = fixture as PreparedFixture
    const execute = async () => {
      if (declared !== undefined) return fork.declaredFixtures.load(declared)
      const value = await plainValueOf(fixture, use)
      const lost = contents && fork.history.unfinished
      if (lost === undefined) return value
      throw new FixtureError(fixture.name, `leaves ${lost}: call devnet.seal() at its end`)
    }
    return contents === undefined ? execute() : fork.fixtures.compiled.make(fork, contents, execute)
  }

  /** The first use runs it here; later ones restore the state after that run. */
  async #loadHere<Key>(uses: FirstUses<Key>, key: Key, make: () => unknown): Promise<unknown> {
    const known = uses.get(key)
    if (known !== undefined) {
      const { isOver } = known
      const { saved, value } = await known.result
      if (isOver) await this.#deps.devnet.history.become(saved)
      return value
    }
    const use = { result: this.#run(make), isOver: false }
    uses.set(key, use)
    use.result.then(
      () => {
        use.isOver = true
      },
      () => uses.delete(key),
    )
    return (await use.result).value
  }

  /** Restores the previous state when it fails. */
  async #run(make: () => unknown): Promise<FixtureResult<SavedState>> {
    const { history } = this.#deps.devnet
    const before = await history.save()
    try {
      const value = await make()
      return { saved: await history.save(), value }
    } catch (error) {
      await history.become(before)
      throw error
    }
  }
}

/** What the function returns: plain data, frozen. */
async function plainValueOf({ name, make }: Fixture, use: FixtureUse): Promise<unknown> {
  return frozenCopy(await make(use), (path, what) => {
    const where = path === '' ? '' : ` at ${path.slice(1)}`
    const advice =
      'return plain data, since functions and objects with methods belong to the chain they were made on'
    throw new FixtureError(name, `returns ${what}${where}: ${advice}`)
  })
}
