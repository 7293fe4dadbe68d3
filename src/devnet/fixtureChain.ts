import type { Clock } from '../clock/clock.ts'
import { hardforks } from '../ethereumjs/protocol/hardforks.ts'
import {
  type BaseFile,
  baseFiles,
  type DeclaredFixture,
} from '../files/declared/declaredFixture.ts'
import { type Field, fieldOf } from '../files/declared/field.ts'
import type { ChainContent } from '../files/declared/fixtureSchema.ts'
import { pathSource, wholeContent } from '../files/fileSource.ts'
import { reasonOf } from '../lib/reasonOf.ts'
import type { DevnetOptions } from '../types/options.ts'
import type { Development } from './development.ts'
import type { FixtureStage } from './fixtureStage.ts'
import type { Layers } from './layers.ts'
import { InvalidOption } from './optionValues.ts'

type ChainField = keyof ChainContent

/** What a fixture says of the chain, with what those say that it extends where it says nothing itself. */
export interface FixtureChain {
  readonly content: ChainContent
  readonly places: ReadonlyMap<ChainField, Field>
}

export function chainOfFixture({ bases, chain }: DeclaredFixture): FixtureChain {
  const below = bases.flatMap((base) => ('kind' in base ? [] : [chainOfFixture(base)]))
  const own = Object.keys(chain.content) as ChainField[]
  const places = own.map((name) => [name, chain.fieldOf(name)] as const)
  return {
    content: Object.assign({}, ...below.map(({ content }) => content), chain.content),
    places: new Map([...below.flatMap((base) => [...base.places]), ...places]),
  }
}

/** The options by their names in fixtures. */
const optionOf = {
  id: 'chainId',
  hardfork: 'hardfork',
  timestamp: 'timestamp',
  baseFee: 'baseFee',
  gasLimit: 'gasLimit',
  mnemonic: 'mnemonic',
} as const satisfies Record<ChainField, keyof DevnetOptions>

/** What a genesis file says itself. */
const saidByGenesis: ReadonlySet<ChainField> = new Set(['id', 'hardfork', 'baseFee', 'gasLimit'])

/**
 * The options, with what the fixture says of the chain where they say nothing. `check` throws an
 * `InvalidOption` for options that cannot be. Throws an `InvalidFixture`.
 */
export function withFixture(
  options: DevnetOptions,
  { fixture, genesis }: Layers,
  check: (options: DevnetOptions) => void,
): DevnetOptions {
  if (fixture === undefined) return options
  const { content, places } = chainOfFixture(fixture.declared)
  const added: Record<string, unknown> = {}
  for (const [name, field] of places) {
    const option = optionOf[name]
    if (options[option] !== undefined) continue
    if (genesis !== undefined && saidByGenesis.has(name)) {
      field.refuse(`leave it out, ${genesis.source.name} says it`)
    }
    const value = name === 'timestamp' ? new Date(content.timestamp ?? 0) : content[name]
    try {
      check({ [option]: value })
    } catch (cause) {
      if (!(cause instanceof InvalidOption)) throw cause
      field.refuse(cause.wanted, { cause })
    }
    added[option] = value
  }
  return { ...options, ...added }
}

/** A stage whose chain can be another than it was. */
export interface ChangingStage extends FixtureStage {
  readonly clock: Clock
  readonly development: Development
  readonly stateFiles: { load(bytes: Uint8Array): Promise<void> }
}

/**
 * Has a chain that is there already be as the fixture says, with the state files that it extends.
 * Throws an `InvalidFixture` for what only a chain can have that begins with it.
 */
export async function prepareStage(stage: ChangingStage, fixture: DeclaredFixture): Promise<void> {
  for (const base of baseFiles(fixture)) await loadBase(stage, base)
  const { content, places } = chainOfFixture(fixture)
  const { development, chain } = stage
  const { id, hardfork, timestamp, baseFee, gasLimit, mnemonic } = content
  const { common } = chain.head.header
  const now = common.hardfork()
  const wanted = hardfork === 'latest' ? hardforks.at(-1) : hardfork
  if (wanted !== undefined && wanted.toLowerCase() !== now.toLowerCase()) {
    places.get('hardfork')?.refuse(`this chain is at ${now}, start one with the fixture`)
  }
  const place = places.get('mnemonic')
  if (mnemonic !== undefined && mnemonic !== stage.settings.mnemonic && place !== undefined) {
    // Nobody's words are repeated.
    fieldOf(place.origin, place.path, '…').refuse(
      'this chain has another mnemonic, start one with the fixture',
    )
  }
  if (id !== undefined) await development.setChainId(id)
  if (timestamp !== undefined) {
    const head = chain.head.header.timestamp
    if (BigInt(Math.floor(timestamp / 1000)) <= head) {
      places.get('timestamp')?.refuse(`give a time after the newest block, which is of ${head}`)
    }
    await development.moveTime((clock) => clock.setTime(timestamp))
  }
  if ((baseFee ?? gasLimit) !== undefined) {
    await development.choose({ baseFeePerGas: baseFee, gasLimit })
  }
}

async function loadBase(stage: ChangingStage, { kind, path, field }: BaseFile): Promise<void> {
  if (kind !== 'state') {
    const what = kind === 'genesis' ? 'a genesis.json' : 'a file of blocks'
    field.refuse(`it is ${what}, with which a chain can only begin: start one with the fixture`)
  }
  try {
    await stage.stateFiles.load(await wholeContent(await pathSource(path)))
  } catch (cause) {
    field.refuse(reasonOf(cause), { cause })
  }
}
