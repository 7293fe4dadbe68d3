import { bytesToHex, type Hex, hexToBytes, quantity } from '../../lib/hex.ts'
import { defaultLimits, limitWords } from '../../lib/limits.ts'
import { Random } from '../../lib/random.ts'
import type { ActiveFault, Fault, FaultId, FaultKind, FaultOf } from '../../types/fault.ts'
import { requestFaults } from '../../types/requestFaults.ts'
import type { SignedTransaction } from '../../types/transaction.ts'
import { checkFault, InvalidFault } from './checkFault.ts'

/** An armed fault; never changes, but is replaced by another. */
interface Armed extends ActiveFault {
  /** The state of its own random numbers, so that faults do not influence each other. */
  readonly randomState: number
}

/** What the devnet has to say of its faults. */
export interface FaultsOptions {
  /** Throws for bytes that are no transaction. */
  readonly checkTransaction?: (raw: Uint8Array) => void
  /** Each is looked at by each request. */
  readonly most?: number
  /** Why a fault cannot happen on the network; none when it can. */
  readonly obstacleTo?: (fault: Fault) => string | undefined
  /** Called after each change. */
  readonly onChange?: () => void
}

/** A fault that applies now. */
export interface TakenFault<Kind extends FaultKind> {
  readonly id: FaultId
  readonly fault: FaultOf<Kind>
  /** The random numbers of this one application of the fault. */
  readonly random: Random
}

/** Whether a fault for one transaction, or for those of one sender, is for this transaction. */
export function isMeant(
  fault: { readonly transaction?: Hex | undefined; readonly from?: Hex | undefined },
  { hash, sender }: SignedTransaction,
): boolean {
  return (
    (fault.transaction === undefined || fault.transaction === hash) &&
    (fault.from === undefined || fault.from === bytesToHex(sender.bytes))
  )
}

/** What a fault applied to: the members that are known of it. */
export interface FaultSubject {
  readonly transaction?: Hex
  /** Its index in the block. */
  readonly flashblock?: number
  /** The method of a request. */
  readonly method?: string
  /** The kind of subscription of a message. */
  readonly subscription?: string
}

/** A fault that has applied. */
export interface FaultHit extends FaultSubject {
  readonly id: FaultId
  readonly kind: FaultKind
}

/** The number of applications that are remembered. */
const maxHits = 20

/** All faults as they were at one moment. */
export interface FaultsSnapshot {
  readonly armed: readonly Armed[]
  readonly count: number
}

/**
 * The armed faults. Whether a fault applies depends on nothing but the seed, the fault's
 * id and how often it could have applied before.
 */
export class Faults {
  readonly #seed: string
  readonly #options: FaultsOptions
  #armed: readonly Armed[] = []
  #hits: readonly FaultHit[] = []
  #count = 0

  constructor(seed: string, options: FaultsOptions = {}) {
    this.#seed = seed
    this.#options = options
  }

  /** Arms a fault. Throws an `InvalidFault`. */
  inject(given: Fault): FaultId {
    const fault = checkFault(given)
    const { most = defaultLimits.faults, obstacleTo } = this.#options
    if (fault.kind === 'replaceAtSeal') this.#checkReplacement(fault)
    const obstacle = obstacleTo?.(fault)
    if (obstacle !== undefined) {
      throw new InvalidFault(`no fault of kind ${fault.kind} here: ${obstacle}`)
    }
    if (this.#armed.length >= most) {
      throw new InvalidFault(`too many faults: ${limitWords('faults', most)}; remove some`)
    }
    const id = quantity(++this.#count)
    const { state } = new Random(`${this.#seed} ${id}`)
    const remaining = fault.times ?? (fault.kind in requestFaults ? undefined : 1)
    this.#armed = [...this.#armed, { id, fault, applied: 0, remaining, randomState: state }]
    this.#options.onChange?.()
    return id
  }

  /** Whether it was there: not removed before, nor used up. */
  remove(id: FaultId): boolean {
    const before = this.#armed.length
    this.#armed = this.#armed.filter((armed) => armed.id !== id)
    if (this.#armed.length < before) this.#options.onChange?.()
    return this.#armed.length < before
  }

  /** Removes all. */
  clear(): void {
    this.#armed = []
    this.#options.onChange?.()
  }

  /** Whether nothing can go wrong. */
  get isEmpty(): boolean {
    return this.#armed.length === 0
  }

  /** Returns the faults that may still apply, in the order in which they were injected. */
  list(): readonly ActiveFault[] {
    return this.#armed.map(({ id, fault, applied, remaining }) => ({
      id,
      fault,
      applied,
      remaining,
    }))
  }

  /** The recent hits, newest last, including those of used-up faults. */
  get hits(): readonly FaultHit[] {
    return this.#hits
  }

  /**
   * The faults of that kind that apply now to a subject, in the order in which they were injected; each is
   * counted. `matches` says whether a fault could apply here at all.
   */
  take<Kind extends FaultKind>(
    kind: Kind,
    matches: (fault: FaultOf<Kind>) => boolean = () => true,
    subject: FaultSubject = {},
  ): readonly TakenFault<Kind>[] {
    return this.#draw(kind, matches, { most: Number.POSITIVE_INFINITY, subject })
  }

  /** The same as `take`, but only the first that applies; later ones are unchanged. */
  takeFirst<Kind extends FaultKind>(
    kind: Kind,
    matches: (fault: FaultOf<Kind>) => boolean = () => true,
    subject: FaultSubject = {},
  ): TakenFault<Kind> | undefined {
    return this.#draw(kind, matches, { most: 1, subject })[0]
  }

  /** Costs O(1). */
  snapshot(): FaultsSnapshot {
    return { armed: this.#armed, count: this.#count }
  }

  /** Faults go on as from the snapshot: what comes of them, and the ids of new ones, are the same again. */
  restore({ armed, count }: FaultsSnapshot): void {
    this.#armed = armed
    this.#count = count
  }

  #checkReplacement({ kind, with: raw }: FaultOf<'replaceAtSeal'>): void {
    try {
      this.#options.checkTransaction?.(hexToBytes(raw))
    } catch (cause) {
      const { message } = cause as Error
      throw new InvalidFault(`invalid with of the fault ${kind}: ${message}`, { cause })
    }
  }

  #draw<Kind extends FaultKind>(
    kind: Kind,
    matches: (fault: FaultOf<Kind>) => boolean,
    { most, subject }: { readonly most: number; readonly subject: FaultSubject },
  ): readonly TakenFault<Kind>[] {
    const taken: TakenFault<Kind>[] = []
    let changed = false
    const armed = this.#armed.map((one) => {
      const fault = one.fault as FaultOf<Kind>
      if (taken.length >= most || one.fault.kind !== kind || !matches(fault)) return one
      changed = true
      const random = new Random(one.randomState)
      const applies = random.next() < (fault.probability ?? 1)
      const own = new Random(random.bits())
      const { state: randomState } = random
      if (!applies) return { ...one, randomState }
      taken.push({ id: one.id, fault, random: own })
      const remaining = one.remaining === undefined ? undefined : one.remaining - 1
      return { ...one, applied: one.applied + 1, remaining, randomState }
    })
    if (changed) {
      const hits = taken.map(({ id }) => ({ id, kind, ...subject }))
      this.#hits = [...this.#hits, ...hits].slice(-maxHits)
      this.#armed = armed.filter(({ remaining }) => remaining !== 0)
      this.#options.onChange?.()
    }
    return taken
  }
}
