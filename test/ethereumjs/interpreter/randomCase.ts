import { hardforks, startHardforks } from '../../../src/ethereumjs/protocol/hardforks.ts'
import { bytesToBigInt, hexToBytes } from '../../../src/lib/hex.ts'
import { emptyState } from '../../../src/state/persistentState.ts'
import type { HardforkName } from '../../../src/types/options/options.ts'
import { randomProgram } from './program.ts'
import { createRandom, type Random } from './random.ts'
import { coinbase, type Kind, outcomeOf, type Sent, sender, type Tier } from './referee.ts'

const contracts = ['a1', 'a2', 'a3', 'a4'].map((byte) => hexToBytes(byte.repeat(20)))
export const delegating = hexToBytes('de'.repeat(20))
export const plainAccount = hexToBytes('ea'.repeat(20))

/** Those on a live chain count most. */
function randomHardfork(random: Random, names: readonly HardforkName[]): HardforkName {
  const first = names.indexOf('shanghai')
  return random.chance(0.25) ? random.pick(names.slice(0, first)) : random.pick(names.slice(first))
}

/** A world of contracts that call each other, and a message to one of them, by a seed. */
export function randomCase(seed: number, names: readonly HardforkName[] = hardforks): Sent {
  const random = createRandom(seed)
  const hardfork = randomHardfork(random, names)
  const words = [...contracts, delegating, plainAccount, coinbase, sender].map(bytesToBigInt)
  const addresses = [
    ...words,
    ...words,
    ...[1n, 2n, 3n, 4n, 5n, 6n, 9n].slice(0, 1 + random.below(7)),
    bytesToBigInt(new Uint8Array(20).fill(0x99)),
    (words[0] as bigint) | (1n << 200n),
  ]
  const state = emptyState().fork()
  state.writeAccount(sender, { balance: 10n ** 18n, nonce: 1n })
  state.writeAccount(plainAccount, { balance: BigInt(random.below(3)) })
  for (const address of contracts) {
    state.writeAccount(address, { balance: BigInt(random.below(200)), nonce: 1n })
    state.writeCode(address, randomProgram(random, { addresses }))
    for (let slot = 0; slot < 4; slot++) {
      if (random.chance(0.5)) continue
      state.writeStorage(address, slotBytes(slot), Uint8Array.of(random.below(3)))
    }
  }
  state.writeAccount(delegating, { balance: 5n, nonce: 2n })
  state.writeCode(delegating, Uint8Array.of(0xef, 1, 0, ...random.pick(contracts)))
  const isCreation = random.chance(0.15)
  return {
    hardfork,
    tree: state.tree(),
    to: isCreation ? undefined : random.pick(contracts),
    data: isCreation ? randomProgram(random, { addresses }) : random.bytes(random.below(70)),
    value: random.chance(0.7) ? 0n : BigInt(random.below(100)),
    gas: BigInt(random.below(random.pick([3_000, 60_000, 400_000, 400_000]))),
    isStatic: random.chance(0.05),
  }
}

function slotBytes(slot: number): Uint8Array {
  const bytes = new Uint8Array(32)
  bytes[31] = slot
  return bytes
}

/** A case whose interpreters do not agree. */
export interface Difference {
  readonly seed: number
  readonly gas: bigint
  readonly stock: string
  readonly fast: string
}

/**
 * Runs a case by both interpreters, then again with less gas than it used. Gives what differs.
 */
export async function compareCase(seed: number): Promise<Difference | undefined> {
  const sent = randomCase(seed, startHardforks)
  const { difference, gasUsed } = await compare(seed, sent)
  if (difference !== undefined || gasUsed < 2n) return difference
  const random = createRandom(seed ^ 0x5eed)
  const gas = BigInt(random.below(Number(gasUsed)))
  return (await compare(seed, { ...sent, gas })).difference
}

const tiers: readonly Tier[] = ['interpreted', 'translated', 'warming']

/** Mostly the fast interpreter as it is, or as machines have it. */
function kindOf(seed: number): Kind {
  if (seed % 8 === 0) return 'listened to'
  if (seed % 4 === 2) return 'called'
  return seed % 8 === 1 ? 'without slots' : 'fast'
}

/** All alike, for each kind. */
function tierOf(seed: number): Tier {
  return tiers[(seed >> 3) % tiers.length] as Tier
}

async function compare(
  seed: number,
  sent: Sent,
): Promise<{ difference: Difference | undefined; gasUsed: bigint }> {
  const stock = await outcomeOf(sent, 'stock')
  const fast = await outcomeOf(sent, kindOf(seed), tierOf(seed))
  const isEqual = stock.text === fast.text
  return {
    gasUsed: stock.gasUsed,
    difference: isEqual ? undefined : { seed, gas: sent.gas, stock: stock.text, fast: fast.text },
  }
}
