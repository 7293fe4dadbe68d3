import type { Devnet } from '../devnet/devnet.ts'
import { exportedChain } from '../devnet/files/exportChain.ts'
import type { SavedState } from '../devnet/history/snapshot.ts'
import {
  duration,
  hexOption,
  InvalidOption,
  integer,
  members,
  oneOf,
} from '../devnet/options/optionValues.ts'
import type { Reader } from '../devnet/read/reader.ts'
import {
  summarizeBlock,
  summarizeFlashblock,
  summarizeReorg,
  warningsOf,
} from '../devnet/read/summary.ts'
import { bridgeControls } from '../extensions/crossChain/extension.ts'
import { playScenario } from '../extensions/scenarios/extension.ts'
import { playOf } from '../extensions/scenarios/plays.ts'
import { loadSearchers } from '../extensions/searchers/extension.ts'
import { solidityOf } from '../extensions/solidity/node/solidity.ts'
import { continueTraffic, loadTraffic } from '../extensions/traffic/extension.ts'
import type { FixtureRun } from '../files/fixture/fixtureRuns.ts'
import { bytesToHex, type Hex } from '../lib/hex.ts'
import { InProcessProvider } from '../provider/provider.ts'
import { Answers } from '../rpc/answers.ts'
import { explainTransaction } from '../rpc/explainTransaction.ts'
import type { Registry } from '../rpc/registry.ts'
import type { SeenL1 } from '../types/devnet/blocks.ts'
import type { Fixture, FixtureFunction, PreconfDevnet } from '../types/devnet.ts'
import type { FixtureDefinition } from '../types/fixture.ts'
import type { Listening, ListenOptions } from '../types/listening.ts'
import type { DevnetEvents } from '../types/summary.ts'
import { tellDevnetClosed } from './devnetClosed.ts'
import { DevnetListeners } from './devnetListeners.ts'
import { FixtureLoader } from './fixtureLoader.ts'
import { besides, l2sOf, openRpcService, type RpcService } from './rpcService.ts'
import { viemChain } from './viemChain.ts'

const cadenceNames = ['mining', 'blockTime', 'flashblockTime'] as const

/**
 * What `await using` calls. Node 20 has the symbol only where it runs itself, not in the contexts that
 * test runners make for each file; compilers look it up like this there.
 */
const asyncDispose: typeof Symbol.asyncDispose =
  Symbol.asyncDispose ?? Symbol.for('Symbol.asyncDispose')

/** The registries of a family of devnets, in its order; forks share them. */
type Registries = readonly Registry[]

/** The devnet objects of a family. */
interface Opened {
  readonly listeners: DevnetListeners
  readonly registries: Registries
  /** The run of a fixture that they were forked for. */
  readonly within?: FixtureRun<SavedState> | undefined
  readonly all: Map<Devnet, OpenedDevnet>
  closing?: Promise<void>
}

/** A devnet object, and what answers its requests. */
interface OpenedDevnet {
  readonly open: PreconfDevnet
  readonly rpc: RpcService
  /** Ends what is its own: providers and servers. */
  end(): Promise<void>
}

/**
 * The devnet object for users, in process and optionally served over a network; `within`: the run of a fixture that it
 * was forked for.
 */
export function openDevnet(
  devnet: Devnet,
  listeners: DevnetListeners,
  registries: Registries,
  within?: FixtureRun<SavedState>,
): PreconfDevnet {
  return opened(devnet, { listeners, registries, within, all: new Map() }).open
}

/** Returns the object of a devnet, which is made when it is first asked for. */
function opened(devnet: Devnet, family: Opened): OpenedDevnet {
  const known = family.all.get(devnet) ?? openMember(devnet, family)
  family.all.set(devnet, known)
  return known
}

function openMember(devnet: Devnet, family: Opened): OpenedDevnet {
  const { registries, within } = family
  const { members: devnets } = devnet
  const place = devnets.indexOf(devnet)
  const registry = registries[place] as Registry
  const listeners = place === devnets.length - 1 ? family.listeners : new DevnetListeners()
  const { onError } = listeners
  const answers = new Answers(devnet.settings.limits)
  const rpc = openRpcService(devnet, listeners, registry, answers)
  const provider = createProvider()
  const listenings = new Set<Listening>()
  const fixtures = new FixtureLoader({
    devnet,
    listeners,
    within,
    open: (fork, forkListeners, run) => openDevnet(fork, forkListeners, registries, run),
  })
  async function listen(given?: ListenOptions): Promise<Listening> {
    // Sockets are for those who listen: a devnet in process starts without their code.
    const { openListening } = await import('./listen.ts')
    const served = await openListening(given, {
      devnet,
      listeners,
      rpc,
      registries,
      answers,
      beside: new Map([...besides(devnet)].map(([name, one]) => [name, opened(one, family).rpc])),
    })
    const listening: Listening = {
      ...served,
      close: async () => {
        listenings.delete(listening)
        await served.close()
      },
    }
    listenings.add(listening)
    return listening
  }

  /** `reader`: the state that it reads; the current chain when absent. */
  function createProvider(reader?: Reader): InProcessProvider {
    return new InProcessProvider({
      dispatch: rpc.dispatchOf(reader),
      chainId: () => devnet.protocol.chainId,
      onInternalError: onError,
    })
  }

  /** Resolves once steps of a scenario that follow are done, and listeners in this process have received the new blocks. */
  async function afterDelivery<Result>(made: Promise<Result>): Promise<Result> {
    const result = await made
    await devnet.hooks.beside?.()
    await playOf(devnet)?.settled()
    await provider.delivered()
    return result
  }

  async function loadPrices() {
    const { pricesOf } = await import('../extensions/prices/prices.ts')
    return pricesOf(devnet)
  }

  async function end(): Promise<void> {
    provider.close()
    // Before the servers, which give open requests a moment to end.
    rpc.close()
    devnet.receiptWaits.close()
    await Promise.all([...listenings].map((listening) => listening.close()))
  }

  async function closeAll(): Promise<void> {
    await Promise.all([...family.all.values()].map((member) => member.end()))
    await devnet.close()
    tellDevnetClosed()
  }

  /** Ends all that share its clock. */
  function close(): Promise<void> {
    family.closing ??= closeAll()
    return family.closing
  }

  /** What it sees of its L1: that of a chain beside one is its devnet too. */
  function seenL1(): SeenL1 {
    const seen: SeenL1 = { set: (values) => devnet.l1.set(values) }
    const [eldest = devnet] = devnets
    if (eldest === devnet) return seen
    // Each L2 sees its own fees and its own bridge of the L1.
    const below = Object.getOwnPropertyDescriptors(opened(eldest, family).open)
    return Object.defineProperties({ ...seen, ...bridgeControls(devnet) }, below)
  }

  const open: PreconfDevnet = {
    provider,
    get chainId() {
      return Number(devnet.protocol.chainId)
    },
    accounts: devnet.accounts.map(({ address, privateKey }) => ({
      address: bytesToHex(address),
      privateKey: bytesToHex(privateKey),
    })),
    mnemonic: devnet.settings.mnemonic,
    get forkInfo() {
      return devnet.forked.live?.info(devnet.chain.head.state)
    },
    get warnings() {
      return [...warningsOf(devnet.protocol.rules), ...(devnet.hooks.warnings ?? [])]
    },
    clock: {
      now: () => devnet.clock.now(),
      advance: (time) => {
        const ms = typeof time === 'string' ? duration('time', time) : time
        return afterDelivery(devnet.development.advance(ms))
      },
    },
    get viemChain() {
      const [listening] = listenings
      return viemChain(devnet, listening)
    },
    clients: async (options) => {
      const { clients } = await import('../provider/viem/clients.ts')
      return clients(open, members('options', options))
    },
    listen,
    fork: async () => {
      const forkListeners = new DevnetListeners()
      const fork = await devnet.fork(forkListeners.onError)
      await continueTraffic(fork, devnet)
      return openDevnet(fork, forkListeners, registries, within)
    },
    get fixture() {
      return devnet.names.known
    },
    loadFixture: (
      fixture: Fixture | FixtureFunction | FixtureDefinition | string,
      make?: FixtureFunction,
    ) => fixtures.load(open, fixture, make) as Promise<never>,
    play: (scenario) => playScenario(devnet, scenario),
    get scenario() {
      return playOf(devnet)
    },
    flashblock: async () => summarizeFlashblock(await afterDelivery(devnet.blocks.flashblock())),
    seal: async () => summarizeBlock(await afterDelivery(devnet.blocks.seal())),
    get cadence() {
      const { cadence, isPaused } = devnet.schedule
      const { mining, blockMs, flashblockMs } = cadence
      return { mining, blockMs, flashblockMs, isPaused }
    },
    pause: () => devnet.schedule.pause(),
    resume: () => devnet.schedule.resume(),
    setCadence: async (changes) => devnet.setCadence(members('cadence', changes, cadenceNames)),
    reorg: async (request) => {
      const {
        depth = 1,
        transactions = [],
        requeue,
      } = members('reorg', request, ['depth', 'transactions', 'requeue'])
      if (!Array.isArray(transactions)) {
        throw new InvalidOption('transactions', transactions, 'give an array')
      }
      const planned = transactions.map((given) => {
        const { raw, block = 0 } = members('transaction', given)
        return { block, transaction: hexOption('raw', raw) }
      })
      return summarizeReorg(
        await afterDelivery(devnet.reorg(depth, { transactions: planned, requeue })),
      )
    },
    rollback: async (request) => {
      const { depth = 1, requeue } = members('rollback', request, ['depth', 'requeue'])
      return summarizeReorg(await afterDelivery(devnet.rollback(depth, { requeue })))
    },
    l1: seenL1(),
    get l2s() {
      return Object.fromEntries(
        [...l2sOf(devnet)].map(([name, l2]) => [name, opened(l2, family).open]),
      )
    },
    deposit: async (given) => {
      const { from, to, data, ...amounts } = members('deposit', given)
      const deposit = {
        ...amounts,
        from: hexOption('from', from, 20),
        to: to && hexOption('to', to, 20),
        data: data && hexOption('data', data),
      }
      return (await afterDelivery(devnet.l1.deposit(deposit))).hash
    },
    at: (moment) => {
      const { flashblock } = members('moment', moment, ['flashblock'])
      const index = integer('flashblock', flashblock, 0, Number.MAX_SAFE_INTEGER)
      return createProvider(devnet.readers.after(index))
    },
    faults: {
      inject: (fault) => devnet.faults.inject(fault),
      remove: (id) => devnet.faults.remove(id),
      clear: () => devnet.clearFaults(),
      list: () => devnet.faults.list(),
    },
    prices: {
      set: async (feed, change) => (await loadPrices()).setIncluded(feed, change),
      get: async (feed) => (await loadPrices()).get(feed),
      list: async () => (await loadPrices()).list(),
      restore: async () => (await loadPrices()).restore(),
    },
    searchers: {
      start: async (name, options) => (await loadSearchers(devnet)).start(name, options),
      stop: async (name) => (await loadSearchers(devnet)).stop(name),
      list: async () => (await loadSearchers(devnet)).list(),
    },
    traffic: {
      set: async (choice) => (await loadTraffic(devnet)).set(choice),
      stop: async () => (await loadTraffic(devnet)).stop(),
      stats: async () => (await loadTraffic(devnet)).stats(),
    },
    metrics: () => devnet.readMetrics(),
    gasReport: async () => solidityOf(devnet).gas.report(),
    transaction: (hash) => devnet.statuses.find(hashIn(hash)),
    explain: async (hash) => explainTransaction(devnet, hashIn(hash)),
    snapshot: () => devnet.history.snapshot(),
    revert: (snapshot) => devnet.history.revert(snapshot),
    dumpState: async (request) => devnet.stateFiles.dump(members('request', request)),
    loadState: async (state) => {
      if (state instanceof Uint8Array) return devnet.stateFiles.load(state)
      throw new InvalidOption('state', state, 'give the bytes of a state file')
    },
    export: async (format, request) => exportedChain(devnet, format, members('request', request)),
    checkpoint: () => devnet.history.checkpoint(),
    restore: (checkpoint) => devnet.history.restore(checkpoint),
    forget: (checkpoint) => devnet.history.forget(checkpoint),
    reset: () => devnet.history.reset(),
    get isLogging() {
      return devnet.development.isLogging
    },
    on: (event, listener) => {
      if (typeof listener !== 'function') {
        throw new InvalidOption('listener', listener, 'give a function')
      }
      const subscribe: {
        readonly [Event in keyof DevnetEvents]: (listener: DevnetEvents[Event]) => () => void
      } = {
        flashblock: (listener) =>
          devnet.hub.on('newFlashblocks', ({ flashblock }) =>
            listener(summarizeFlashblock(flashblock)),
          ),
        filledFlashblock: (listener) =>
          devnet.hub.on('newFlashblockTransactions', ({ flashblock }) =>
            listener(summarizeFlashblock(flashblock)),
          ),
        block: (listener) =>
          devnet.hub.on('newHeads', ({ block }) => listener(summarizeBlock(block))),
        blocks: (listener) =>
          devnet.hub.on('sealed', (event) =>
            listener('empty' in event ? event.empty : summarizeBlock(event.block)),
          ),
        reorg: (listener) => devnet.hub.on('reorg', (event) => listener(summarizeReorg(event))),
        revert: (listener) =>
          devnet.hub.on('revert', ({ removed }) => {
            const { number, hash } = devnet.reader.head
            listener({ blockNumber: number, blockHash: hash, removed: removed.length })
          }),
        queued: (listener) =>
          devnet.hub.on('queued', ({ transaction, expectedNonce }) => {
            const { hash, sender, envelope } = transaction
            const from = bytesToHex(sender.bytes)
            listener({ hash, from, nonce: envelope.nonce, expectedNonce })
          }),
        dropped: (listener) =>
          devnet.hub.on('dropped', ({ hash, drop }) => listener({ hash, ...drop })),
        scenario: (listener) => devnet.hub.on('scenario', listener),
        console: (listener) => listeners.console(listener),
        request: (listener) => listeners.request(listener),
        refused: (listener) => listeners.refused(listener),
        error: (listener) => listeners.error(listener),
      }
      const names = Object.keys(subscribe) as (keyof DevnetEvents)[]
      return subscribe[oneOf('event', event, names)](listener as never)
    },
    close,
    [asyncDispose]: close,
  }
  return { open, rpc, end }
}

/** A transaction's hash as it is kept. */
function hashIn(hash: unknown): Hex {
  if (typeof hash === 'string') return hash.toLowerCase() as Hex
  throw new InvalidOption('hash', hash, 'give the hash of a transaction')
}
