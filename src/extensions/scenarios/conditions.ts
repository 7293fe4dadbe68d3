import { bytesToHex } from '../../lib/hex.ts'
import type { ChainEvents, Channel, PlacedLog } from '../../types/events.ts'
import type { ChainOccurrences } from '../../types/scenario.ts'
import type { SignedTransaction } from '../../types/transaction.ts'
import { selectorOf } from '../../wallet/abi.ts'
import { type Fact, factKinds, type Known } from './facts.ts'
import { address, choice, made, object, optional, place, type Rule } from './rules.ts'
import type { Scene } from './scene.ts'

/** Something that happened on the chain. */
export type Happening = {
  [Name in Channel]: { readonly channel: Name; readonly event: ChainEvents[Name] }
}[Channel]

/** What a step waits for. */
export interface Condition {
  readonly words: string
  /** Throws an `InvalidFixture` for names that stand for nothing. */
  check(scene: Scene, known: Known): void | Promise<void>
  /** What can bring it about. */
  readonly channels: readonly Channel[]
  /** What has to be the case; none: it has to happen. */
  readonly fact?: Fact | undefined
  /** Whether this is it. */
  happens?(scene: Scene, happening: Happening): boolean
}

interface OccurrenceKind {
  readonly summary: string
  readonly rule: Rule<Condition>
}

/** The fact as something to wait for. */
function conditionOf(fact: Fact): Condition {
  const { words, check } = fact
  const channels: readonly Channel[] = [
    'newPendingTransactions',
    'newFlashblocks',
    'sealed',
    'dropped',
  ]
  return { words, check, channels, fact }
}

const filterRule = object({
  from: optional(address),
  to: optional(address),
  call: optional(place({ type: 'string' })),
})

type Filter = ReturnType<typeof filterRule.read>

function filterWords({ from, to, call: called }: Filter): string {
  const parts = [
    from === undefined ? [] : [`of ${from.value}`],
    to === undefined ? [] : [`to ${to.value}`],
    called === undefined ? [] : [`that calls ${called.value}`],
  ]
  return ['a transaction', ...parts.flat()].join(' ')
}

function checkFilter(scene: Scene, { from, to, call: called }: Filter): void {
  if (from !== undefined) scene.address(from)
  if (to !== undefined) scene.address(to)
  if (called !== undefined) scene.function(called)
}

function isMeant(
  scene: Scene,
  { from, to, call: called }: Filter,
  { sender, envelope }: SignedTransaction,
): boolean {
  const recipient = envelope.to && bytesToHex(envelope.to.bytes)
  if (from !== undefined && bytesToHex(sender.bytes) !== scene.address(from)) return false
  if (to !== undefined && recipient !== scene.address(to)) return false
  if (called === undefined) return true
  const { contract, item } = scene.function(called)
  const isCalled = bytesToHex(envelope.data.subarray(0, 4)) === selectorOf(item)
  return isCalled && recipient === contract.address.toLowerCase()
}

/** What can be waited for because it happens. */
export const occurrenceKinds: { readonly [Name in keyof ChainOccurrences]: OccurrenceKind } = {
  logged: {
    summary: 'A contract emits an event, such as `exchange.Swapped`, in a flashblock or a block.',
    rule: made(place({ type: 'string' }), (field) => ({
      words: `${field.value} is emitted`,
      check: (scene) => void scene.event(field),
      channels: ['pendingLogs', 'logs'],
      happens: (scene, happening) => {
        const isLogs = happening.channel === 'pendingLogs' || happening.channel === 'logs'
        const { address: emitter, topic } = scene.event(field)
        const isIt = ({ log, removed }: PlacedLog) =>
          !removed &&
          bytesToHex(log.address) === emitter.toLowerCase() &&
          log.topics[0] !== undefined &&
          bytesToHex(log.topics[0]) === topic
        return isLogs && happening.event.logs.some(isIt)
      },
    })),
  },
  sent: {
    summary: 'A transaction comes into the pool: `from`, `to`, `call`.',
    rule: made(filterRule, (filter) => ({
      words: `${filterWords(filter)} is sent`,
      check: (scene) => checkFilter(scene, filter),
      channels: ['newPendingTransactions'],
      happens: (scene, happening) =>
        happening.channel === 'newPendingTransactions' &&
        isMeant(scene, filter, happening.event.transaction),
    })),
  },
  sealed: {
    summary: 'A transaction comes into a sealed block: `from`, `to`, `call`.',
    rule: made(filterRule, (filter) => ({
      words: `${filterWords(filter)} is sealed`,
      check: (scene) => checkFilter(scene, filter),
      channels: ['transactionReceipts'],
      happens: (scene, happening) =>
        happening.channel === 'transactionReceipts' &&
        happening.event.block.transactions.some((one) => isMeant(scene, filter, one)),
    })),
  },
}

/** What `when` takes. */
export const condition: Rule<Condition> = choice<Condition>({
  ...Object.fromEntries(
    Object.entries(factKinds).map(([name, { summary, rule }]) => [
      name,
      { summary, rule: made(rule, conditionOf) },
    ]),
  ),
  ...occurrenceKinds,
})
