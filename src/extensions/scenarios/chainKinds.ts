import { checkFault } from '../../devnet/faults/checkFault.ts'
import { miningModes } from '../../devnet/options/cadenceOptions.ts'
import { joined } from '../../files/declared/declaredFixture.ts'
import type { Field } from '../../files/declared/field.ts'
import { parseTime } from '../../files/declared/fixtureSchema.ts'
import { storageWords } from '../../files/declared/storageWords.ts'
import { hexToBytes } from '../../lib/hex.ts'
import { withState } from '../../state/stateMiss.ts'
import { type Fault, faultDefinitions } from '../../types/fault.ts'
import type { L1Values } from '../../types/network.ts'
import type { CadenceOptions } from '../../types/options/options.ts'
import {
  type Action,
  commonRamp,
  kind,
  type Ramped,
  ramped,
  type Stage,
  type Turn,
} from './action.ts'
import type { Sent } from './facts.ts'
import { readFixtures } from './fixtures.ts'
import {
  address,
  amount,
  attempt,
  either,
  flag,
  hex,
  type JsonSchema,
  membersIn,
  object,
  optional,
  parsed,
  period,
  place,
  type Rule,
  record,
  span,
  whole,
  withUnit,
  word,
} from './rules.ts'
import type { Scene } from './scene.ts'

const edit = object({
  balance: optional(withUnit(' wei', amount)),
  nonce: optional(amount),
  code: optional(hex),
  storage: optional(place({ type: 'object' })),
})

export const state = kind(
  'Changes accounts without a transaction: `balance`, `nonce`, `code` and `storage` by name or address.',
  record(edit),
  (edits, field): Action => {
    const keyOf = (name: string) => field.at(name, name)
    return {
      words: `the state of ${[...edits.keys()].join(', ')} changes`,
      check: async (scene, plan) => {
        for (const [name, { balance, storage }] of edits) {
          const account = scene.address(keyOf(name))
          if (storage !== undefined) await words(scene, keyOf(name), storage)
          if (balance !== undefined && balance > 0n) plan.funds(account)
        }
      },
      run: async ({ scene }) => {
        for (const [name, { storage, code, ...amounts }] of edits) {
          await scene.devnet.development.edit({
            address: scene.bytes(keyOf(name)),
            ...amounts,
            code: code && hexToBytes(code),
            storage: storage && (await words(scene, keyOf(name), storage)),
          })
        }
      },
    }
  },
)

/** The words of storage that a contract is given by the names of variables or by slots. */
function words(scene: Scene, name: Field, storage: Field) {
  const account = scene.bytes(name)
  return withState(() => {
    const { state: newest } = scene
    return storageWords(storage, {
      layout: scene.layouts.get(String(name.value)),
      addressOf: (other) => scene.devnet.names.addressOf(other),
      read: (slot) => newest.storage(account, slot),
    })
  })
}

export const fixture = kind(
  'Loads fixtures onto the chain: paths, or the content of one.',
  place({ type: ['string', 'array', 'object'] }),
  async (place, field, files): Promise<Action> => {
    const fixtures = await readFixtures(place, files)
    const isPath = typeof field.value === 'string' || Array.isArray(field.value)
    return {
      words: isPath ? `fixture ${[field.value].flat().join(', ')}` : 'a fixture is loaded',
      check: (_scene, plan) => plan.brings(fixtures),
      run: async ({ scene: { devnet } }) => {
        await devnet.declaredFixtures.load(joined(fixtures))
      },
    }
  },
)

/** What editors know of a fault. */
const faultSchema: JsonSchema = {
  oneOf: Object.entries(faultDefinitions).map(([name, { summary, members }]) => ({
    type: 'object',
    description: summary,
    properties: {
      kind: { const: name },
      ...Object.fromEntries(
        Object.entries(members).map(([member, { label }]) => [member, { description: label }]),
      ),
    },
    required: ['kind'],
    additionalProperties: false,
  })),
}

export const fault = kind(
  'Injects a fault: its `kind` and members, with names of accounts and steps, and times with units.',
  place(faultSchema),
  (field): Action => {
    membersIn(field)
    const { kind: name } = field.value as { readonly kind?: unknown }
    return {
      words: `fault ${name}`,
      check: async (scene, plan) => {
        await attempt(field, () => {
          const { transaction } = field.value as { readonly transaction?: unknown }
          const isHash = transaction === undefined || /^0x/.test(String(transaction))
          if (!isHash) plan.sends(field.at('transaction', transaction))
          scene.devnet.faults.inject(faultOf(scene, field, anyHash))
        })
      },
      run: async (stage) => {
        const { devnet } = stage.scene
        restoreFaults(stage)
        devnet.faults.inject(faultOf(stage.scene, field, stage.sent))
      },
    }
  },
)

/** Stands for the hashes of transactions before they are sent. */
const anyHash: Sent = new (class extends Map<string, `0x${string}`> {
  override get(): `0x${string}` {
    return `0x${'00'.repeat(32)}`
  }
})()

/** The fault that is written, with names and units resolved. Throws an `InvalidFault`. */
function faultOf(scene: Scene, field: Field, sent: Sent): Fault {
  const given = { ...(field.value as Readonly<Record<string, unknown>>) }
  const { from, transaction } = given
  if (typeof from === 'string') given.from = scene.address(field.at('from', from))
  if (typeof transaction === 'string' && !transaction.startsWith('0x')) {
    given.transaction = sent.get(transaction)
  }
  return checkFault(given)
}

/** Faults that are armed now stay when the scenario is stopped, others are removed. */
function restoreFaults({ scene: { devnet }, undo }: Stage): void {
  undo.before(
    'faults',
    () => {
      const { armed } = devnet.faults.snapshot()
      return () => {
        const { count } = devnet.faults.snapshot()
        devnet.clearFaults()
        devnet.faults.restore({ armed, count })
        devnet.hub.controls()
      }
    },
    { isOfChain: true },
  )
}

export const clearFaults = kind(
  'Removes all faults.',
  parsed((written) => (written === true ? true : undefined), 'give true', { const: true }),
  (): Action => ({
    words: 'all faults are removed',
    run: async (stage) => {
      restoreFaults(stage)
      stage.scene.devnet.clearFaults()
    },
  }),
)

const depth = whole(1, 1_000_000)

export const reorg = kind(
  'Replaces the newest blocks by others: how many, or `depth`, and whether their transactions `requeue`.',
  either(
    (written) => typeof written !== 'object',
    depth,
    object({ depth, requeue: optional(flag) }),
  ),
  (given): Action => {
    const request = typeof given === 'number' ? { depth: given, requeue: undefined } : given
    return {
      words: `a reorg of ${request.depth} block${request.depth === 1 ? '' : 's'}`,
      run: async ({ scene: { devnet } }) => {
        await devnet.reorg(request.depth, { requeue: request.requeue })
      },
    }
  },
)

export const cadence = kind(
  'Changes when blocks are made: `mining`, `blockTime`, `flashblockTime`, and `paused` for none.',
  object({
    mining: optional(word(...miningModes)),
    blockTime: optional(withUnit('ms', period)),
    flashblockTime: optional(period),
    paused: optional(flag),
  }),
  ({ mining, blockTime, flashblockTime, paused }, field): Action => {
    const changes: CadenceOptions = {
      mining,
      blockTime: blockTime && `${blockTime}ms`,
      flashblockTime: flashblockTime && `${flashblockTime}ms`,
    }
    const isChanged = Object.values(changes).some((value) => value !== undefined)
    const shown = Object.entries(field.value as object).map(([name, value]) => `${name} ${value}`)
    return {
      words: `cadence: ${shown.join(', ')}`,
      check: ({ devnet }) =>
        attempt(field, async () => (isChanged ? devnet.setCadence(changes) : undefined)),
      run: async ({ scene: { devnet }, undo }) => {
        undo.before('cadence', () => devnet.schedule.capture(), { isOfChain: true })
        if (isChanged) await devnet.setCadence(changes)
        if (paused !== undefined) setPaused(devnet.schedule, paused)
      },
    }
  },
)

function setPaused(schedule: { pause(): void; resume(): void }, isPaused: boolean): void {
  if (isPaused) schedule.pause()
  else schedule.resume()
}

function rampWords(values: Readonly<Record<string, Ramped | undefined>>): string {
  const given = Object.entries(values).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name} ${value.words}`],
  )
  return given.join(', ')
}

export const fees = kind(
  'Sets the `baseFee` of the next block in wei per gas, and the `gasLimit`; each may be a ramp.',
  object({ baseFee: optional(ramped), gasLimit: optional(ramped) }),
  ({ baseFee, gasLimit }, field): Action => {
    const fieldsAt = (turn: Turn) => ({
      ...(baseFee && { baseFeePerGas: baseFee.at(turn) }),
      ...(gasLimit && { gasLimit: gasLimit.at(turn) }),
    })
    return {
      words: rampWords({ baseFee, gasLimit }),
      ramp: commonRamp(field, [baseFee, gasLimit]),
      check: ({ devnet }) =>
        attempt(field, () => devnet.development.choose(fieldsAt({ count: 0, times: 1 }))),
      run: async ({ scene: { devnet }, undo }, turn) => {
        undo.before(
          'fees',
          () => {
            const { gasLimit: before } = devnet.chain.head.header
            return () => devnet.development.choose({ gasLimit: before, baseFeePerGas: undefined })
          },
          { isOfChain: true },
        )
        await devnet.development.choose(fieldsAt(turn))
      },
    }
  },
)

const scalar = optional(whole(0, 2 ** 32 - 1))

export const l1 = kind(
  'Sets fees of the simulated L1 on an OP-stack chain: `baseFee` and `blobBaseFee` in wei, each may be a ramp, and the scalars.',
  object({
    baseFee: optional(ramped),
    blobBaseFee: optional(ramped),
    baseFeeScalar: scalar,
    blobBaseFeeScalar: scalar,
    operatorFeeScalar: scalar,
    operatorFeeConstant: optional(amount),
    daFootprintGasScalar: scalar,
  }),
  ({ baseFee, blobBaseFee, ...others }, field): Action => {
    const scalars = Object.entries(others).filter(([, value]) => value !== undefined)
    const valuesAt = (turn: Turn): L1Values => ({
      ...Object.fromEntries(scalars),
      ...(baseFee && { baseFee: baseFee.at(turn) }),
      ...(blobBaseFee && { blobBaseFee: blobBaseFee.at(turn) }),
    })
    const shown = scalars.map(([name, value]) => `${name} ${value}`)
    return {
      words: `L1 ${[rampWords({ baseFee, blobBaseFee }), ...shown].filter(Boolean).join(', ')}`,
      ramp: commonRamp(field, [baseFee, blobBaseFee]),
      check: ({ devnet }) => attempt(field, () => devnet.l1.set(valuesAt({ count: 0, times: 1 }))),
      run: async ({ scene: { devnet }, undo }, turn) => {
        const capture = () => {
          const { values } = devnet.l1
          return () => devnet.l1.replace(values)
        }
        undo.before('l1', capture, { isOfChain: true })
        await devnet.l1.set(valuesAt(turn))
      },
    }
  },
)

export const labels = kind(
  'Gives names to addresses, for the console and the inspector.',
  record(address),
  (given): Action => ({
    words: `labels ${[...given.keys()].join(', ')}`,
    check: (scene) => {
      for (const field of given.values()) scene.address(field)
    },
    run: async ({ scene }) => {
      for (const [name, field] of given) scene.devnet.names.addLabel(name, scene.address(field))
      scene.devnet.hub.controls()
    },
  }),
)

const date: Rule<number> = parsed(
  parseTime,
  'give seconds since 1970, or a date such as 2026-01-01T00:00:00Z',
  { type: ['integer', 'string'] },
)

export const time = kind(
  "Moves the chain's time: `forward` by a time with its unit, or `to` a date.",
  object({ forward: optional(span), to: optional(date) }),
  ({ forward, to }, field): Action => {
    if ((forward === undefined) === (to === undefined)) field.refuse('give forward or to')
    const shown = field.value as Readonly<Record<string, unknown>>
    return {
      words: forward === undefined ? `the time is ${shown.to}` : `${shown.forward} go by`,
      check: ({ devnet }) => {
        const { timestamp } = devnet.chain.head.header
        if (to === undefined || to > Number(timestamp) * 1000) return
        const head = new Date(Number(timestamp) * 1000).toISOString()
        field.at('to', shown.to).refuse(`give a time after the newest block, which is at ${head}`)
      },
      run: async ({ scene: { devnet } }) => {
        await devnet.development.moveTime((clock) =>
          clock.setTime(to ?? clock.now() + (forward ?? 0)),
        )
      },
    }
  },
)
