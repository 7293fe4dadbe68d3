import { createPace } from '../../clock/pace.ts'
import type { Devnet } from '../../devnet/devnet.ts'
import { isPreconfirming } from '../../devnet/options/cadenceOptions.ts'
import { type DeclaredFixture, joined } from '../../files/declared/declaredFixture.ts'
import type { Field } from '../../files/declared/field.ts'
import { bytesToHex, type Hex, hexToBytes } from '../../lib/hex.ts'
import { withState } from '../../state/stateMiss.ts'
import { keccak256 } from '../../wasm/keccak/keccak256.ts'
import type { Plan } from './action.ts'
import type { Course, Step } from './course.ts'
import { type Layouts, Scene } from './scene.ts'

/**
 * Checks all of a course that can be known before it starts, on a copy of the devnet: names, arguments, faults, times,
 * funds. Throws an `InvalidFixture`, or a `FixtureFailed`.
 */
export async function checkCourse(devnet: Devnet, course: Course, layouts: Layouts): Promise<void> {
  const trial = await devnet.fork(() => {})
  try {
    trial.schedule.pause()
    if (course.fixtures.length > 0) await trial.declaredFixtures.load(joined(course.fixtures))
    const times = new Times(trial)
    const plan = new Checks(trial)
    const scene = new Scene(trial, layouts)
    const pace = createPace(devnet.clock)
    for (const step of course.steps) {
      await pace()
      await step.action.check?.(scene, plan)
      if (step.wait.kind === 'condition') await step.wait.condition.check(scene, plan)
      times.check(step)
      plan.done(step)
    }
  } finally {
    await trial.close()
  }
}

/** What the steps so far have said of names, funds and transactions. */
class Checks implements Plan {
  readonly #devnet: Devnet
  /** Names of steps that send a transaction. */
  readonly #senders = new Set<string>()
  readonly #checkpoints = new Set<unknown>()
  /** Accounts that may have got ether. */
  readonly #funded = new Set<Hex>()

  constructor(devnet: Devnet) {
    this.#devnet = devnet
  }

  done({ name, action }: Step): void {
    if (action.sends === true) this.#senders.add(name)
  }

  sends(field: Field): void {
    const { value } = field
    if (typeof value === 'string' && this.#senders.has(value)) return
    const known = [...this.#senders].join(', ') || 'there is none'
    field.refuse(`give the name of an earlier step that sends a transaction: ${known}`)
  }

  keeps(field: Field): void {
    if (this.#checkpoints.has(field.value)) field.refuse('an earlier checkpoint has this name')
    this.#checkpoints.add(field.value)
  }

  funds(address: Hex): void {
    this.#funded.add(address)
  }

  async pays(from: Field, sender: Uint8Array): Promise<void> {
    if (this.#funded.has(bytesToHex(sender))) return
    const { reader } = this.#devnet
    const account = await withState(() => (reader.pending ?? reader.head).state.account(sender))
    if ((account?.balance ?? 0n) > 0n) return
    from.refuse('it has no ether to pay for gas: give the actor a balance')
  }

  brings(fixtures: readonly DeclaredFixture[]): void {
    const { names, impersonation } = this.#devnet
    for (const { bases, accounts, contracts } of fixtures) {
      this.brings(bases.flatMap((base) => ('kind' in base ? [] : [base])))
      for (const { name, content } of accounts) {
        const address = content.address ?? standIn(name)
        names.addAccount(name, { address })
        impersonation.start(hexToBytes(address))
        this.#funded.add(address)
      }
      for (const { name, abi, content } of contracts) {
        const own = 'of' in abi ? (names.contract(abi.of)?.abi ?? []) : abi
        names.addContract(name, { address: content.at ?? standIn(name), abi: own })
        this.#funded.add(content.at ?? standIn(name))
      }
    }
  }
}

/** An address for what is not there yet. */
function standIn(name: string): Hex {
  return bytesToHex(keccak256(new TextEncoder().encode(`preconf ${name}`)).subarray(12))
}

/** Which times can still come when a step is next. */
class Times {
  readonly #devnet: Devnet
  /** The earliest time at which the step before begins, by scenario, ms. */
  readonly #earliest = new Map<number | undefined, number>()
  #block: bigint
  #afterMs = 0
  #makesFlashblocks: boolean

  constructor(devnet: Devnet) {
    this.#devnet = devnet
    this.#block = devnet.chain.head.number
    this.#makesFlashblocks = isPreconfirming(devnet.schedule.cadence)
  }

  /** Throws an `InvalidFixture` for a time that never comes. */
  check({ field, wait, scopes, kind }: Step): void {
    const scope = scopes.at(-1)
    const startMs = scopes.length === 1 ? 0 : (this.#earliest.get(scope) ?? this.#afterMs)
    this.#earliest.set(scope, startMs)
    const { value } = field as { readonly value: Readonly<Record<string, unknown>> }
    if (wait.kind === 'after') this.#afterMs += wait.ms
    if (wait.kind === 'at') {
      const atMs = startMs + wait.ms
      if (atMs < this.#afterMs) {
        field
          .at('at', value.at)
          .refuse(
            `it never comes: the step before it begins at ${this.#afterMs - startMs} ms or later`,
          )
      }
      this.#afterMs = atMs
    }
    if (wait.kind === 'block') {
      const number = wait.isRelative ? this.#block + wait.number : wait.number
      if (!wait.isRelative && number <= this.#block) {
        field
          .at('atBlock', value.atBlock)
          .refuse(`it never comes: the chain is at block ${this.#block} or later by then`)
      }
      this.#block = number
    }
    if (kind === 'cadence')
      this.#makesFlashblocks ||= isPreconfirming(this.#devnet.schedule.cadence)
    if (wait.kind === 'flashblock' && !this.#makesFlashblocks) {
      const { mining } = this.#devnet.schedule.cadence
      field
        .at('atFlashblock', value.atFlashblock)
        .refuse(`it never comes: mining is '${mining}', which makes no flashblocks; use atBlock`)
    }
  }
}
