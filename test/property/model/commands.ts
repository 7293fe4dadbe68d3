import fc from 'fast-check'
import { Random } from '../../../src/lib/random.ts'
import { word } from '../../rpc/methods/client.ts'
import { bob } from '../../support/transfers.ts'
import { drawBlockFault } from '../faults/draw.ts'
import { accountCount } from '../faults/genesis.ts'
import type { ReturnPoint, World } from './world.ts'

/** Nothing is known beforehand: what a client knows is in the world. */
type Model = object

type Command = fc.AsyncCommand<Model, World>

/** Does something, then checks everything. A refusal is an answer, too. */
function command(name: string, act: (world: World) => Promise<unknown>): Command {
  return {
    check: () => true,
    run: async (_model, world) => {
      await act(world).catch((error: { code?: number }) => {
        // Whatever has no code is a mistake of ours, and so is an internal error.
        if (error.code === undefined || error.code === -32603) throw error
      })
      await world.check()
    },
    toString: () => name,
  }
}

interface Sent {
  readonly from: number
  readonly ahead: number
  readonly tip: number
  readonly logs: boolean
}

function send(sent: Sent): Command {
  return command(`send ${JSON.stringify(sent)}`, async (world) => {
    const from = world.devnet.accounts[sent.from]?.address
    const next = Number(await world.read('eth_getTransactionCount', from, 'pending'))
    const what = sent.logs
      ? { to: world.recorder, data: word(next), gas: '0x186a0' }
      : { to: bob, value: '0x1', gas: '0x5208' }
    const hash = await world.read('eth_sendTransaction', {
      ...what,
      from,
      nonce: `0x${Math.max(0, next + sent.ahead).toString(16)}`,
      maxFeePerGas: `0x${(10n ** 10n + BigInt(sent.tip) * 10n ** 9n).toString(16)}`,
      maxPriorityFeePerGas: `0x${(sent.tip * 10 ** 9).toString(16)}`,
    })
    world.took(hash)
  })
}

function fault(seed: number): Command {
  return command(`block fault ${seed}`, async ({ devnet, hashes, read }) => {
    const random = new Random(`${seed}`)
    const sender = devnet.accounts[random.upTo(accountCount - 1)]?.address ?? bob
    const nonce = Number(await read('eth_getTransactionCount', sender, 'pending'))
    const request = { from: sender, to: bob, gas: '0x5208', maxFeePerGas: '0x2540be400' }
    const { raw } = await read('eth_signTransaction', {
      ...request,
      maxPriorityFeePerGas: '0x1',
      nonce: `0x${nonce.toString(16)}`,
    })
    devnet.faults.inject(drawBlockFault(random, { hashes, sender, raw }))
  })
}

async function goBack(
  world: World,
  points: ReturnPoint[],
  newest: number,
  go: (point: ReturnPoint) => Promise<boolean>,
): Promise<void> {
  const point = points[points.length - 1 - newest]
  if (point !== undefined && (await go(point))) world.wentBackTo(point)
}

const revert = (newest: number) =>
  command(`revert to snapshot ${newest} from the newest`, (world) =>
    goBack(world, world.snapshots, newest, async (point) => {
      world.snapshots.splice(world.snapshots.indexOf(point))
      return world.devnet.revert(point.id)
    }),
  )

const restore = (newest: number) =>
  command(`restore checkpoint ${newest} from the newest`, (world) =>
    goBack(world, world.checkpoints, newest, ({ id }) => world.devnet.restore(id)),
  )

const depth = fc.integer({ min: 1, max: 3 })
const recent = fc.nat(2)
const kinds = [['newHeads'], ['logs', {}], ['newFlashblocks'], ['newPendingTransactions', true]]

const of = (weight: number, arbitrary: fc.Arbitrary<Command>) => ({ weight, arbitrary })
const always = (weight: number, name: string, act: (world: World) => Promise<unknown>) =>
  of(weight, fc.constant(command(name, act)))

const sent = fc.record({
  from: fc.nat(accountCount - 1),
  ahead: fc.constantFrom(0, 0, 0, 0, 0, 1, 2, -1),
  tip: fc.nat(3),
  logs: fc.boolean(),
})

const one = fc.oneof(
  of(12, sent.map(send)),
  always(5, 'flashblock', ({ devnet }) => devnet.flashblock()),
  always(4, 'seal', ({ devnet }) => devnet.seal()),
  of(
    5,
    fc.nat(2500).map((ms) => command(`advance ${ms} ms`, ({ devnet }) => devnet.clock.advance(ms))),
  ),
  of(4, fc.nat(10_000).map(fault)),
  always(1, 'clear faults', async ({ devnet }) => devnet.faults.clear()),
  always(2, 'snapshot', async (world) => {
    world.snapshots.push(world.mark(await world.devnet.snapshot()))
  }),
  always(2, 'checkpoint', async (world) => {
    world.checkpoints.push(world.mark(await world.devnet.checkpoint()))
  }),
  of(2, recent.map(revert)),
  of(2, recent.map(restore)),
  of(
    2,
    fc
      .tuple(depth, fc.boolean())
      .map(([deep, requeue]) =>
        command(`reorg ${deep}, requeue ${requeue}`, ({ devnet }) =>
          devnet.reorg({ depth: deep, requeue }),
        ),
      ),
  ),
  of(
    2,
    fc
      .tuple(depth, fc.boolean())
      .map(([deep, requeue]) =>
        command(`rollback ${deep}, requeue ${requeue}`, ({ devnet }) =>
          devnet.rollback({ depth: deep, requeue }),
        ),
      ),
  ),
  of(
    2,
    fc
      .constantFrom('flashblocks' as const, 'interval' as const, 'manual' as const, 'auto' as const)
      .map((mining) =>
        command(`cadence ${mining}`, async (world) => {
          await world.devnet.setCadence({ mining })
          world.mining = mining
        }),
      ),
  ),
  always(1, 'pause', async ({ devnet }) => devnet.pause()),
  always(1, 'resume', async ({ devnet }) => devnet.resume()),
  of(
    1,
    fc.constantFrom(...kinds).map((kind) =>
      command(`subscribe ${JSON.stringify(kind)}`, async (world) => {
        world.subscriptions.push(await world.read('eth_subscribe', ...kind))
      }),
    ),
  ),
  always(1, 'unsubscribe', async (world) => {
    const id = world.subscriptions.shift()
    if (id !== undefined) await world.read('eth_unsubscribe', id)
  }),
)

/** Up to so many, which fast-check leaves out one after the other when something is wrong. */
export function commands(maxCommands: number) {
  return fc.commands([one], { maxCommands, size: 'max' })
}
