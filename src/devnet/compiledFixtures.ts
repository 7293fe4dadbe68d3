import type { Clock, ClockSnapshot } from '../clock/clock.ts'
import { fixtureInputs } from '../files/declared/fixtureInputs.ts'
import { wholeContent } from '../files/fileSource.ts'
import { CompiledFiles } from '../files/fixture/compiledFiles.ts'
import { contentHash, frozenCopy } from '../files/fixture/plainData.ts'
import type { Hex } from '../lib/hex.ts'
import { build } from '../lib/version.ts'
import { cacheFolder } from './cacheFolder.ts'
import type { CompiledMoment } from './compiledMoment.ts'
import { isKept, type Layers } from './layers.ts'
import type { Settings } from './options.ts'

/** Of the files; a reader does not find those of others. */
const format = 1

/** A devnet on which a fixture comes about. */
export interface CompiledStage {
  readonly clock: Pick<Clock, 'snapshot'>
  readonly history: {
    compile(began: ClockSnapshot): Promise<CompiledMoment | undefined>
    resume(compiled: CompiledMoment): Promise<void>
  }
}

interface Entry {
  readonly moment: CompiledMoment
  readonly value: unknown
}

/** What comes of fixtures, kept on disk by the hash of all that it comes of. */
export class CompiledFixtures {
  readonly #settings: Settings
  #files: Promise<CompiledFiles | undefined> | undefined
  #start: Promise<Hex> | undefined

  constructor(settings: Settings) {
    this.#settings = settings
  }

  /**
   * What `make` gives, which leaves on the stage what it is to leave; neither happens where both are
   * in a file. `contents`: hashes of the fixtures that are on the stage then, in order.
   */
  async make(
    stage: CompiledStage,
    contents: readonly Hex[],
    make: () => Promise<unknown>,
  ): Promise<unknown> {
    const files = await this.#open()
    if (files === undefined) return make()
    this.#start ??= startHash(this.#settings)
    const key = contentHash([format, build, process.versions.v8, await this.#start, contents])
    const entry = (await files.read(key)) as Entry | undefined
    if (entry !== undefined) {
      await stage.history.resume(entry.moment)
      return frozenCopy(entry.value)
    }
    const began = stage.clock.snapshot()
    const value = await make()
    const moment = await stage.history.compile(began)
    if (moment !== undefined) await files.write(key, { moment, value } satisfies Entry)
    return value
  }

  #open(): Promise<CompiledFiles | undefined> {
    this.#files ??= openFiles(this.#settings)
    return this.#files
  }
}

async function openFiles({ cache, layers }: Settings): Promise<CompiledFiles | undefined> {
  // A chain that is kept is another at each start.
  if (isKept(layers)) return undefined
  const folder = await cacheFolder(cache)
  return folder === undefined ? undefined : new CompiledFiles(folder)
}

/** Of all that the chain begins with; on a real clock it does not matter when. */
async function startHash(settings: Settings): Promise<Hex> {
  const {
    layers,
    cache: _cache,
    state: _state,
    dumpState: _dumpState,
    stateIntervalMs: _stateIntervalMs,
    preserveHistoricalStates: _preserveHistoricalStates,
    ...others
  } = settings
  return contentHash([others, await layersContent(layers)])
}

async function layersContent({ genesis, chain, state, fixture }: Layers): Promise<unknown> {
  const contents = [genesis, chain, state].map((layer) => layer && wholeContent(layer.source))
  return [await Promise.all(contents), fixture && (await fixtureInputs(fixture.declared))]
}
