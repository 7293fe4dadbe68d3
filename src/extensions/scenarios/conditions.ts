import { call } from '../../execution/call.ts'
import type { Field } from '../../files/declared/field.ts'
import { parseAddress, parseAmount } from '../../files/declared/scalar.ts'
import { bytesToHex, type Hex } from '../../lib/hex.ts'
import { withState } from '../../state/stateMiss.ts'
import type { ChainEvents, Channel, PlacedLog } from '../../types/events.ts'
import type { ChainFacts, ChainOccurrences, ExpectedStatus } from '../../types/scenario.ts'
import type { SignedTransaction } from '../../types/transaction.ts'
import { decodeFunctionResult, selectorOf } from '../../wallet/abi.ts'
import {
  address,
  amount,
  choiceIn,
  type JsonSchema,
  list,
  object,
  optional,
  place,
  type Rule,
  word,
} from './rules.ts'
import type { Scene } from './scene.ts'

/** What steps before have sent: the hash of a transaction by the name of its step. */
export type Sent = ReadonlyMap<string, Hex>

/** What is known of a scenario when its steps are checked. */
export interface Known {
  /** Throws an `InvalidFixture` unless an earlier step of that name sends a transaction. */
  sends(field: Field): void
}

/** Something that happened on the chain. */
export type Happening = {
  [Name in Channel]: { readonly channel: Name; readonly event: ChainEvents[Name] }
}[Channel]

/** What a step waits for. */
export interface Condition {
  readonly words: string
  /** Throws an `InvalidFixture` for names that stand for nothing. */
  check(scene: Scene, known: Known): void
  /** What can bring it about. */
  readonly channels: readonly Channel[]
  /** What has to be the case; none: it has to happen. */
  readonly fact?: Fact | undefined
  /** Whether this is it. */
  happens?(scene: Scene, happening: Happening): boolean
}

/** Something that can be looked at now. */
export interface Fact {
  /** What it has to be, in words. */
  readonly words: string
  check(scene: Scene, known: Known): void
  /** What it is instead, in words; `undefined` when it is as it has to be. */
  differs(scene: Scene, sent: Sent): Promise<string | undefined>
}

interface FactKind {
  readonly summary: string
  readonly rule: Rule<Fact>
}

interface OccurrenceKind {
  readonly summary: string
  readonly rule: Rule<Condition>
}

/** A rule whose value is made of what another one reads. */
function made<Read, Value>(
  rule: Rule<Read>,
  make: (read: Read, field: Field) => Value,
): Rule<Value> {
  return { schema: rule.schema, read: (field) => make(rule.read(field), field) }
}

const bounds = {
  atLeast: optional(amount),
  atMost: optional(amount),
  equals: optional(amount),
}

interface BoundValues {
  readonly atLeast: bigint | undefined
  readonly atMost: bigint | undefined
  readonly equals?: bigint | undefined
}

function boundWords({ atLeast, atMost, equals }: BoundValues): string {
  const parts = [
    atLeast === undefined ? [] : [`at least ${atLeast}`],
    atMost === undefined ? [] : [`at most ${atMost}`],
    equals === undefined ? [] : [String(equals)],
  ]
  return parts.flat().join(' and ')
}

function isWithin(value: bigint, { atLeast, atMost, equals }: BoundValues): boolean {
  if (atLeast !== undefined && value < atLeast) return false
  if (atMost !== undefined && value > atMost) return false
  return equals === undefined || value === equals
}

function needBounds(field: Field, given: BoundValues & { readonly equals?: unknown }): void {
  const isGiven = (given.atLeast ?? given.atMost ?? given.equals) !== undefined
  if (!isGiven) field.refuse('give atLeast, atMost or equals')
}

/** A number that is read of the chain. */
function numberFact(
  subject: string,
  given: BoundValues,
  read: (scene: Scene) => bigint | Promise<bigint>,
  check: (scene: Scene) => void = () => {},
): Fact {
  return {
    words: `${subject} is ${boundWords(given)}`,
    check,
    differs: async (scene) => {
      const value = await withState(() => read(scene))
      return isWithin(value, given) ? undefined : String(value)
    },
  }
}

const statuses = [
  'pooled',
  'preconfirmed',
  'sealed',
  'succeeded',
  'reverted',
  'dropped',
] as const satisfies readonly ExpectedStatus[]

/** What can be expected of the chain, and waited for. */
const factKinds: { readonly [Name in keyof ChainFacts]: FactKind } = {
  balance: {
    summary: 'The ether of an account: `of`, and `atLeast`, `atMost` or `equals` in wei.',
    rule: made(object({ of: address, ...bounds }), ({ of, ...given }, field) => {
      needBounds(field, given)
      const read = (scene: Scene) => scene.state.account(scene.bytes(of))?.balance ?? 0n
      return numberFact(`the balance of ${of.value}`, given, read, (scene) => scene.address(of))
    }),
  },
  call: {
    summary: 'What `function` returns for `args`: `atLeast`, `atMost` or `equals`.',
    rule: made(
      object({
        function: place({ type: 'string' }),
        args: optional(list),
        atLeast: optional(amount),
        atMost: optional(amount),
        equals: optional(place()),
      }),
      (given, field) => callFact(given, field),
    ),
  },
  baseFee: {
    summary: 'The base fee of the newest block, in wei per gas.',
    rule: made(object(bounds), (given, field) => {
      needBounds(field, given)
      const read = ({ devnet }: Scene) => {
        const { header } = devnet.reader.pending ?? devnet.reader.head
        return header.baseFeePerGas ?? 0n
      }
      return numberFact('the base fee', given, read)
    }),
  },
  blockNumber: {
    summary: 'The number of the newest block.',
    rule: made(object(bounds), (given, field) => {
      needBounds(field, given)
      return numberFact('the block number', given, ({ devnet }) => devnet.reader.head.number)
    }),
  },
  transaction: {
    summary: `The transaction of the step \`of\` \`is\` ${statuses.join(', ')}.`,
    rule: made(object({ of: place({ type: 'string' }), is: word(...statuses) }), ({ of, is }) => ({
      words: `the transaction of ${of.value} is ${is}`,
      check: (_scene, known) => known.sends(of),
      differs: async (scene, sent) => {
        const status = statusOf(scene, sent.get(String(of.value)))
        return status.includes(is) ? undefined : status.join(' and ')
      },
    })),
  },
}

/** What a transaction has come to, in the words of `transaction`. */
function statusOf({ devnet }: Scene, hash: Hex | undefined): readonly string[] {
  if (hash === undefined) return ['not sent']
  const { status } = devnet.statuses.find(hash)
  const receipt = devnet.reader.transaction(hash)?.receipt
  if (receipt === undefined) return [status]
  return [status, receipt.status === 1 ? 'succeeded' : 'reverted']
}

interface GivenCall {
  readonly function: Field
  readonly args: Field | undefined
  readonly atLeast: bigint | undefined
  readonly atMost: bigint | undefined
  readonly equals: Field | undefined
}

function callFact(given: GivenCall, field: Field): Fact {
  needBounds(field, { ...given, equals: undefined, ...(given.equals && { equals: 0n }) })
  const { function: called, args = field.at('args'), equals } = given
  const number = { atLeast: given.atLeast, atMost: given.atMost }
  const wanted = equals === undefined ? boundWords(number) : String(equals.value)
  return {
    words: `${called.value} is ${wanted}`,
    check: (scene) => {
      scene.encode(called, args)
      scene.function(called)
    },
    differs: async (scene) => {
      const result = await resultOf(scene, called, args)
      const isNumber = typeof result === 'bigint' || typeof result === 'number'
      if (isNumber && !isWithin(BigInt(result), { ...number, equals: undefined })) {
        return String(result)
      }
      if (equals === undefined) return isNumber ? undefined : `no number, but ${shown(result)}`
      return isSame(scene, result, equals.value) ? undefined : shown(result)
    },
  }
}

async function resultOf(scene: Scene, called: Field, args: Field): Promise<unknown> {
  const { devnet } = scene
  const { to, data } = scene.encode(called, args)
  const { item } = scene.function(called)
  const context = await devnet.reader.context({ tag: 'pending' })
  const output = await call(devnet.machines, context, { to, data })
  return decodeFunctionResult([item], item.name ?? '', bytesToHex(output))
}

function shown(result: unknown): string {
  return Array.isArray(result) ? `[${result.map(shown).join(', ')}]` : String(result)
}

/** Whether a result is what is written: amounts and names as in fixtures. */
function isSame(scene: Scene, result: unknown, wanted: unknown): boolean {
  if (Array.isArray(result)) {
    const isList = Array.isArray(wanted) && wanted.length === result.length
    return isList && result.every((item, index) => isSame(scene, item, wanted[index]))
  }
  if (typeof result === 'bigint' || typeof result === 'number') {
    return parseAmount(wanted) === BigInt(result)
  }
  const own = parseAddress(result)
  if (own === undefined || typeof wanted !== 'string') return String(result) === String(wanted)
  return own === (parseAddress(wanted) ?? scene.devnet.names.addressOf(wanted))
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
const occurrenceKinds: { readonly [Name in keyof ChainOccurrences]: OccurrenceKind } = {
  logged: {
    summary: 'A contract emits an event, such as `exchange.Swapped`, in a flashblock or a block.',
    rule: made(place({ type: 'string' }), (field) => ({
      words: `${field.value} is emitted`,
      check: (scene) => scene.event(field),
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

/** An object with exactly one member of these. */
function choice<Value>(
  kinds: Readonly<Record<string, { readonly summary: string; readonly rule: Rule<Value> }>>,
): Rule<Value> {
  const names = Object.keys(kinds)
  const properties = names.map((name): readonly [string, JsonSchema] => {
    const { summary, rule } = kinds[name] as { summary: string; rule: Rule<Value> }
    return [name, { ...rule.schema, description: summary }]
  })
  return {
    schema: {
      type: 'object',
      properties: Object.fromEntries(properties),
      additionalProperties: false,
      minProperties: 1,
      maxProperties: 1,
    },
    read: (field) => {
      const [name, inner] = choiceIn(field, names)
      return (kinds[name] as { rule: Rule<Value> }).rule.read(inner)
    },
  }
}

/** What `expect` takes. */
export const fact: Rule<Fact> = choice(factKinds)

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
