import * as v from 'valibot'
import { checkStates, withoutSubBlocks } from '../../devnet/options/chainStates.ts'
import { isOpStack } from '../../devnet/options/networkOptions.ts'
import { InvalidOption, listed } from '../../devnet/options/optionValues.ts'
import { suggest } from '../../lib/text.ts'
import type { NetworkRecord, OpStackRecord } from '../../types/network.ts'

/** Items that a list of a record can have: more than any chain needs. */
const maxItems = 100

/** Timers of JavaScript hold 31 bits of milliseconds. */
const maxMs = 2 ** 31 - 1

const maxUint64 = 2n ** 64n - 1n

function text() {
  const wanted = 'give a text of 1 to 200 characters'
  return v.pipe(
    v.string(wanted),
    v.check((value) => value.length > 0 && value.length <= 200, wanted),
  )
}

const flag = () => v.boolean('give true or false')

function whole(least: number, most: number) {
  const wanted = `give a whole number from ${least} to ${most}`
  return v.pipe(
    v.number(wanted),
    v.check((value) => Number.isInteger(value) && value >= least && value <= most, wanted),
  )
}

function amount(least: bigint, most: bigint) {
  const wanted = `give a bigint from ${least}n to ${most}n`
  return v.pipe(
    v.bigint(wanted),
    v.check((value) => value >= least && value <= most, wanted),
  )
}

function word<const Word extends string>(...words: Word[]) {
  return v.picklist(words, `give ${listed(words)}`)
}

const notAnObject = 'give an object'

/** An object with these fields and no others; what every object has is none of them. */
function fields<const entries extends v.ObjectEntries>(entries: entries) {
  return v.pipe(
    v.custom<object>(isObject, notAnObject),
    v.transform((value): object => ({ ...value })),
    v.rawCheck<object>(({ dataset, addIssue }) => {
      if (!dataset.typed) return
      const input = dataset.value as Record<string, unknown>
      const key = Object.keys(input).find((name) => !Object.hasOwn(entries, name))
      if (key === undefined) return
      const message = noSuchMember(key, Object.keys(entries))
      addIssue({
        message,
        path: [{ type: 'object', origin: 'key', input, key, value: input[key] }],
      })
    }),
    v.object(entries, ({ expected }) =>
      expected === 'Object' ? notAnObject : 'it is missing: give it',
    ),
  )
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function list<const schema extends v.GenericSchema>(item: schema) {
  const isShort = (value: unknown) => Array.isArray(value) && value.length <= maxItems
  const wanted = `give an array of at most ${maxItems} items`
  return v.pipe(v.custom<unknown[]>(isShort, wanted), v.array(item))
}

function noSuchMember(name: string, names: readonly string[]): string {
  const meant = suggest(name, names)
  return `there is no such member; ${meant ? `did you mean ${meant}?` : `give ${listed(names)}`}`
}

const tag = () => word('latest', 'pending', 'safe', 'finalized')
const moment = ['arrival', 'built', 'subBlock', 'seal', 'safe', 'finalized'] as const
const reached = () =>
  v.lazy((value) =>
    isObject(value)
      ? fields({ blocks: whole(1, 1_000_000) })
      : v.picklist(moment, `give ${moment.join(', ')} or { blocks: a number }`),
  )

const state = () =>
  fields({
    name: text(),
    reached: reached(),
    withdrawal: word('never', 'newIndex0', 'removedLogs', 'event', 'silent'),
    tags: list(tag()),
    blockTags: v.optional(list(tag())),
    shows: list(word('transaction', 'receipt', 'count', 'logs')),
    subscriptions: list(text()),
  })

const code = () => whole(-(2 ** 31), maxMs)

const refusal = () => ({ code: code(), message: text() })

/** What `ws` can send as the end of a connection (RFC 6455, 7.4). */
const close = () =>
  fields({
    code: v.pipe(
      v.number('give 1000 to 1014 or 3000 to 4999'),
      v.check(isCloseCode, 'give 1000 to 1014, but not 1004 to 1006, or 3000 to 4999'),
    ),
    reason: v.pipe(
      text(),
      v.check((value) => new TextEncoder().encode(value).length <= 123, 'give at most 123 bytes'),
    ),
  })

function isCloseCode(code: number): boolean {
  if (!Number.isInteger(code)) return false
  if (code >= 3000) return code <= 4999
  return code >= 1000 && code <= 1014 && (code < 1004 || code > 1006)
}

const transactions = () => whole(1, 1_000_000)

/** What every record has to have. */
const required = () => ({
  name: text(),
  chainId: whole(1, Number.MAX_SAFE_INTEGER),
  blockMs: whole(1, maxMs),
  gasLimit: amount(5000n, 2n ** 63n - 1n),
  denominator: whole(1, 2 ** 32 - 1),
  elasticity: v.pipe(
    v.number('give a number from 1 to 1000'),
    v.check((value) => value >= 1 && value <= 1000, 'give a number from 1 to 1000'),
  ),
  minBaseFee: amount(0n, maxUint64),
  flashblockGas: word('cumulative', 'full'),
  safeLag: whole(1, 1_000_000),
  finalizedLag: whole(1, 10_000_000),
  states: list(state()),
  sync: fields({
    defaultMs: whole(1, maxMs),
    maxMs: whole(1, maxMs),
    over: word('cut', 'default', 'refuse'),
    timeout: word('number', 'hex', 'either', 'none'),
    data: word('hash', 'object', 'none'),
    code: v.optional(code()),
    message: v.optional(text()),
  }),
  hasTransactionGasCap: flag(),
  refusedMethods: list(
    fields({ methods: list(text()), ...refusal(), servedBy: v.optional(text()) }),
  ),
})

/** What a record can be without: `undefined` takes it away. */
const optional = () => ({
  currency: v.optional(fields({ name: text(), symbol: text() })),
  flashblockMs: v.optional(whole(1, maxMs)),
  subBlocks: v.optional(
    fields({
      transactions: v.optional(transactions()),
      least: v.optional(fields({ transactions: transactions(), gas: amount(0n, maxUint64) })),
      areEmptyPublished: flag(),
      executeMs: v.optional(whole(0, maxMs)),
      leewayMs: v.optional(whole(0, maxMs)),
    }),
  ),
  largeBlocks: v.optional(
    fields({ everyMs: whole(1000, maxMs), gasLimit: amount(5000n, 2n ** 63n - 1n) }),
  ),
  noncesAhead: v.optional(whole(1, 1_000_000)),
  constantBaseFee: v.optional(amount(0n, maxUint64)),
  otherSubscriptions: v.optional(fields(refusal())),
  subscriptionLimit: v.optional(fields({ most: whole(1, 1_000_000), ...refusal() })),
  maxLogs: v.optional(whole(1, Number.MAX_SAFE_INTEGER)),
  codeSizeLimit: v.optional(whole(1, Number.MAX_SAFE_INTEGER)),
  closes: v.optional(list(close())),
})

const uint32 = () => whole(0, 2 ** 32 - 1)

/** What records of the OP stack have besides. */
const ofOpStack = () => ({
  flashblockSubscriptions: word('served', 'refused', 'silent'),
  hasCapabilities: flag(),
  hasFlashblocksKind: flag(),
  hasPlainStream: flag(),
  tellsOfPool: flag(),
  azulTime: v.optional(amount(0n, maxUint64)),
  hasBaseTime: flag(),
  hasB20: flag(),
  baseFeeScalar: uint32(),
  blobBaseFeeScalar: uint32(),
  operatorFeeScalar: uint32(),
  operatorFeeConstant: amount(0n, maxUint64),
  daFootprintGasScalar: whole(0, 2 ** 16 - 1),
})

/** One for each member that there is: a new one has to be here. */
type Schemas = {
  readonly [Name in Exclude<keyof OpStackRecord, 'rules'>]-?: v.GenericSchema<
    unknown,
    OpStackRecord[Name]
  >
}

/** The schemas of all members, and the names of those of two kinds. */
function build() {
  const [needed, own] = [required(), ofOpStack()]
  const schemas = { ...needed, ...optional(), ...own } satisfies Schemas
  return {
    members: v.partial(v.object(schemas)),
    names: Object.keys(schemas),
    required: new Set(Object.keys(needed)),
    ofOpStack: new Set(Object.keys(own)),
  }
}

let built: ReturnType<typeof build> | undefined

/** Builds them once, for the first network of a user's own: that takes more than a millisecond of a start. */
function recordSchema() {
  built ??= build()
  return built
}

/** Returns the network of a user's own. Throws an `InvalidOption` for what it cannot be, or cannot be together. */
export function ownNetwork(given: object, find: (like: unknown) => NetworkRecord): NetworkRecord {
  const { like, ...named } = given as Readonly<Record<string, unknown>>
  const record = find(like)
  refuseUnknown(named, record)
  const { members, required } = recordSchema()
  const { output, issues } = v.safeParse(members, named, { abortEarly: true })
  if (issues !== undefined) throw invalidMember(issues[0])
  const said = Object.entries(output as object).filter(
    ([member, value]) => value !== undefined || !required.has(member),
  )
  const own: NetworkRecord = { ...record, ...Object.fromEntries(said) }
  const isWithout = own.flashblockMs === undefined
  const isLikeWithout = isWithout && named.states === undefined
  const checked: NetworkRecord = {
    ...own,
    ...(isLikeWithout && { states: withoutSubBlocks(own.states) }),
    ...(isWithout && named.subBlocks === undefined && { subBlocks: undefined }),
  }
  checkRecord(checked)
  return checked
}

function refuseUnknown(given: object, record: NetworkRecord): void {
  const { names: all, ofOpStack } = recordSchema()
  const names = all.filter((name) => isOpStack(record) || !ofOpStack.has(name))
  for (const [name, value] of Object.entries(given)) {
    if (names.includes(name)) continue
    const problem = ofOpStack.has(name)
      ? `remove it, as ${record.name} is not of the OP stack`
      : noSuchMember(name, ['like', ...names])
    throw new InvalidOption(`network.${name}`, value, problem)
  }
}

function invalidMember({ path: given, input, message }: v.BaseIssue<unknown>): InvalidOption {
  const path = given ?? []
  const steps = path.map(({ key }) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`))
  const value = path.length === 0 ? input : path.at(-1)?.value
  return new InvalidOption(`network${steps.join('')}`, value, message)
}

/** Throws an `InvalidOption` for members that contradict each other. */
function checkRecord(record: NetworkRecord): void {
  const { blockMs, flashblockMs, subBlocks, largeBlocks, safeLag, finalizedLag, sync } = record
  const refuse = (member: string, value: unknown, problem: string): never => {
    throw new InvalidOption(`network.${member}`, value, problem)
  }
  if (flashblockMs !== undefined && flashblockMs > blockMs) {
    refuse('flashblockMs', flashblockMs, `give at most blockMs, ${blockMs}`)
  }
  if (subBlocks !== undefined && flashblockMs === undefined) {
    refuse('subBlocks', subBlocks, 'remove it, or give flashblockMs: nothing is published without')
  }
  if ((subBlocks?.leewayMs ?? 0) >= blockMs) {
    refuse('subBlocks.leewayMs', subBlocks?.leewayMs, `give less than blockMs, ${blockMs}`)
  }
  if (largeBlocks !== undefined && largeBlocks.everyMs <= blockMs) {
    refuse('largeBlocks.everyMs', largeBlocks.everyMs, `give more than blockMs, ${blockMs}`)
  }
  if (largeBlocks !== undefined && isOpStack(record)) {
    refuse('largeBlocks', largeBlocks, 'remove it: blocks of the OP stack are all alike')
  }
  if (safeLag > finalizedLag) {
    refuse('safeLag', safeLag, `give at most finalizedLag, ${finalizedLag}: what is final is safe`)
  }
  if (sync.defaultMs > sync.maxMs) {
    refuse('sync.defaultMs', sync.defaultMs, `give at most sync.maxMs, ${sync.maxMs}`)
  }
  if (isOpStack(record)) {
    const { constantBaseFee, elasticity } = record
    if (constantBaseFee !== undefined) {
      refuse(
        'constantBaseFee',
        constantBaseFee,
        'give minBaseFee: on the OP stack it follows the gas',
      )
    }
    if (!Number.isInteger(elasticity)) {
      refuse('elasticity', elasticity, 'give a whole number: headers of the OP stack hold no other')
    }
  }
  checkStates(record)
}
