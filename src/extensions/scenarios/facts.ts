import { call } from '../../execution/call.ts'
import type { Field } from '../../files/declared/field.ts'
import { parseAddress } from '../../files/declared/scalar.ts'
import { bytesToHex, type Hex } from '../../lib/hex.ts'
import { parseAmount } from '../../lib/units.ts'
import { withState } from '../../state/stateMiss.ts'
import type { ChainFacts, ExpectedStatus } from '../../types/scenario.ts'
import { decodeFunctionResult } from '../../wallet/abi.ts'
import {
  address,
  amount,
  attempt,
  choice,
  decimal,
  list,
  made,
  object,
  optional,
  place,
  type Rule,
  text,
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

/** Something that can be looked at now. */
export interface Fact {
  /** What it has to be, in words. */
  readonly words: string
  check(scene: Scene, known: Known): void | Promise<void>
  /** What it is instead, in words; `undefined` when it is as it has to be. */
  differs(scene: Scene, sent: Sent): Promise<string | undefined>
}

interface FactKind {
  readonly summary: string
  readonly rule: Rule<Fact>
}

const bounds = {
  atLeast: optional(amount),
  atMost: optional(amount),
  equals: optional(amount),
}

const decimals = {
  atLeast: optional(decimal),
  atMost: optional(decimal),
  equals: optional(decimal),
}

interface BoundValues<Value = bigint> {
  readonly atLeast: Value | undefined
  readonly atMost: Value | undefined
  readonly equals?: Value | undefined
}

/** The bounds as they are written, such as `at least 2 ether`. Throws an `InvalidFixture` where there is none. */
function boundWords({ value, refuse }: Field): string {
  const { atLeast, atMost, equals } = value as Readonly<Record<string, unknown>>
  const parts = [
    atLeast === undefined ? [] : [`at least ${atLeast}`],
    atMost === undefined ? [] : [`at most ${atMost}`],
    equals === undefined ? [] : [String(equals)],
  ]
  return parts.flat().join(' and ') || refuse('give atLeast, atMost or equals')
}

function isWithin<Value extends bigint | number>(
  value: Value,
  { atLeast, atMost, equals }: BoundValues<Value>,
): boolean {
  if (atLeast !== undefined && value < atLeast) return false
  if (atMost !== undefined && value > atMost) return false
  return equals === undefined || value === equals
}

/** A number that is read of the chain. */
function numberFact<Value extends bigint | number>(
  { subject, field }: { readonly subject: string; readonly field: Field },
  given: BoundValues<Value>,
  read: (scene: Scene) => Value | Promise<Value>,
  check: (scene: Scene) => unknown = () => {},
): Fact {
  return {
    words: `${subject} is ${boundWords(field)}`,
    check: async (scene) => {
      await check(scene)
    },
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
export const factKinds: { readonly [Name in keyof ChainFacts]: FactKind } = {
  balance: {
    summary: 'The ether of an account: `of`, and `atLeast`, `atMost` or `equals` in wei.',
    rule: made(object({ of: address, ...bounds }), ({ of, ...given }, field) => {
      const read = (scene: Scene) => scene.state.account(scene.bytes(of))?.balance ?? 0n
      return numberFact({ subject: `the balance of ${of.value}`, field }, given, read, (scene) =>
        scene.address(of),
      )
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
  price: {
    summary: 'The price that a feed reports: `of`, and `atLeast`, `atMost` or `equals`.',
    rule: made(object({ of: text, ...decimals }), ({ of, ...given }, field) => {
      const read = async (scene: Scene) => (await (await scene.prices()).get(of)).value
      return numberFact({ subject: `the price of ${of}`, field }, given, read, (scene) =>
        attempt(field.at('of', of), () => read(scene)),
      )
    }),
  },
  baseFee: {
    summary: 'The base fee of the newest block, in wei per gas.',
    rule: made(object(bounds), (given, field) => {
      const read = ({ devnet }: Scene) => {
        const { header } = devnet.reader.pending ?? devnet.reader.head
        return header.baseFeePerGas ?? 0n
      }
      return numberFact({ subject: 'the base fee', field }, given, read)
    }),
  },
  blockNumber: {
    summary: 'The number of the newest block.',
    rule: made(object(bounds), (given, field) => {
      return numberFact(
        { subject: 'the block number', field },
        given,
        ({ devnet }) => devnet.reader.head.number,
      )
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
  const { function: called, args = field.at('args'), equals } = given
  const number = { atLeast: given.atLeast, atMost: given.atMost }
  return {
    words: `${called.value} is ${boundWords(field)}`,
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

/** What `expect` takes. */
export const fact: Rule<Fact> = choice(factKinds)
