import type { Field } from '../../files/declared/field.ts'
import { bytesToHex, hexToBytes } from '../../lib/hex.ts'
import type { CallRequest } from '../../types/request.ts'
import type { SendAction } from '../../types/scenario.ts'
import { type Action, kind, type Plan } from './action.ts'
import { fact } from './facts.ts'
import {
  address,
  amount,
  attempt,
  either,
  hex,
  list,
  object,
  optional,
  place,
  seconds,
  text,
  whole,
  word,
} from './rules.ts'
import type { Scene } from './scene.ts'

const sendRule = object({
  from: optional(address),
  to: optional(address),
  call: optional(place({ type: 'string' })),
  args: optional(list),
  data: optional(hex),
  value: optional(amount),
  gas: optional(amount),
  tip: optional(amount),
  maxFee: optional(amount),
  replaces: optional(place({ type: 'string' })),
})

type SendValues = ReturnType<typeof sendRule.read>

export const send = kind(
  'Sends a transaction to the pool: a call by names, ether or data; with `tip` and `maxFee` in wei per gas.',
  sendRule,
  (given, field): Action => {
    const { from, to, call, value, replaces } = given
    if (call !== undefined && (to ?? given.data) !== undefined) {
      field.refuse('it has call together with to or data: give one of them')
    }
    if ((call ?? to ?? given.data) === undefined) field.refuse('give call, to or data')
    if (call === undefined) given.args?.refuse('give the function that takes them as call')
    return {
      words: sendWords(given, field.value as SendAction),
      sends: true,
      check: (scene, plan) => checkSend(scene, plan, given, field),
      run: async (stage) => {
        const { scene, sent } = stage
        const { devnet } = scene
        const sender = scene.sender(from ?? field.at('from'))
        const replaced = replaces && sent.get(String(replaces.value))
        const nonce = replaced && devnet.reader.transaction(replaced)?.transaction.envelope.nonce
        const request: CallRequest = {
          from: sender.address,
          ...recipientOf(scene, given, field),
          value,
          gas: given.gas,
          maxPriorityFeePerGas: given.tip,
          maxFeePerGas: given.maxFee,
          nonce,
        }
        const { hash } = await devnet.send(request, sender)
        stage.note(hash)
      },
    }
  },
)

function sendWords({ from, to, call }: SendValues, { value }: SendAction): string {
  const sender = from === undefined ? 'the first account' : String(from.value)
  const isBare = typeof value !== 'string' || /^\d+$/.test(value)
  const ether = value === undefined ? '' : `${value}${isBare ? ' wei' : ''}`
  if (call !== undefined) return `${sender} calls ${call.value}${ether && ` with ${ether}`}`
  const target = to === undefined ? 'to create a contract' : `to ${to.value}`
  return `${sender} sends ${ether || 'a transaction'} ${target}`
}

function recipientOf(scene: Scene, { call, args, to, data }: SendValues, field: Field) {
  if (call !== undefined) {
    const encoded = scene.encode(call, args ?? field.at('args'))
    return { to: encoded.to, data: encoded.data }
  }
  return { to: to && scene.bytes(to), data: data && hexToBytes(data) }
}

async function checkSend(scene: Scene, plan: Plan, given: SendValues, field: Field): Promise<void> {
  const { from = field.at('from'), to, value, replaces } = given
  const sender = scene.sender(from)
  recipientOf(scene, given, field)
  if (replaces !== undefined) plan.sends(replaces)
  await plan.pays(from, sender.address)
  if (to !== undefined && value !== undefined && value > 0n) plan.funds(scene.address(to))
}

const dropRule = either(
  (written) => typeof written === 'string',
  word('all'),
  object({ step: optional(place({ type: 'string' })), from: optional(address) }),
)

export const drop = kind(
  'Removes waiting transactions from the pool: that of a `step`, those `from` a sender, or `all`.',
  dropRule,
  (given, field): Action => {
    if (given === 'all') {
      return {
        words: 'all waiting transactions are dropped',
        run: async ({ scene: { devnet } }) => {
          devnet.development.drop(devnet.pool.all().map(({ hash }) => hash))
        },
      }
    }
    const { step, from } = given
    if ((step === undefined) === (from === undefined)) field.refuse('give step or from')
    return {
      words: `transactions of ${(step ?? from)?.value} are dropped`,
      check: (scene, plan) => {
        if (step !== undefined) plan.sends(step)
        if (from !== undefined) scene.address(from)
      },
      run: async ({ scene, sent }) => {
        const { pool, development } = scene.devnet
        const hash = step && sent.get(String(step.value))
        const sender = from && scene.address(from)
        const isMeant = (one: { readonly hash: string; readonly sender: { bytes: Uint8Array } }) =>
          one.hash === hash || bytesToHex(one.sender.bytes) === sender
        development.drop(
          pool
            .all()
            .filter(isMeant)
            .map((one) => one.hash),
        )
      },
    }
  },
)

export const expect = kind(
  'Fails the scenario unless something is the case: `balance`, `call`, `baseFee`, `blockNumber` or `transaction`.',
  fact,
  (given): Action => ({
    words: `expects that ${given.words}`,
    check: given.check,
    run: async ({ scene, sent }) => {
      const actual = await given.differs(scene, sent)
      if (actual !== undefined) throw new Error(`expected that ${given.words}: it is ${actual}`)
    },
  }),
)

export const checkpoint = kind(
  'Takes a checkpoint with a name, to which `seek` goes back.',
  text,
  (name, field): Action => ({
    words: `checkpoint ${name}`,
    check: (_scene, plan) => plan.keeps(field),
    run: (stage) => stage.keep(name),
  }),
)

const miningRule = either(
  (written) => typeof written !== 'object',
  whole(1, 1_000_000),
  object({ blocks: optional(whole(1, 1_000_000)), interval: optional(seconds) }),
)

export const mine = kind(
  'Seals blocks: how many, or `blocks` with an `interval` between them, such as 12s.',
  miningRule,
  (given, field): Action => {
    const { blocks = 1, interval } = typeof given === 'number' ? { blocks: given } : given
    return {
      words: blocks === 1 ? 'a block is sealed' : `${blocks} blocks are sealed`,
      run: async ({ scene: { devnet } }) => {
        const intervalSeconds = interval === undefined ? undefined : BigInt(interval)
        await attempt(field, () => devnet.blocks.mine({ blocks, intervalSeconds }))
      },
    }
  },
)
