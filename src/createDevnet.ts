import { Devnet } from './devnet/devnet.ts'
import { resolveOptions } from './devnet/options.ts'
import type { Reader } from './devnet/reader.ts'
import { summarizeBlock, summarizeFlashblock, summarizeReorg } from './devnet/summary.ts'
import { consoleLine } from './execution/consoleLog.ts'
import { bytesToHex, type Hex, hexToBytes } from './lib/hex.ts'
import { resolveListenOptions } from './listenOptions.ts'
import { InProcessProvider } from './provider/provider.ts'
import { type Count, createDispatch } from './rpc/dispatch.ts'
import { formatPrometheus, prometheusType } from './rpc/format/prometheus.ts'
import { createHandle } from './rpc/handle.ts'
import { Interference } from './rpc/interference.ts'
import { createMethods } from './rpc/methods/methods.ts'
import { createRegistry } from './rpc/registry.ts'
import { createBuilderStream } from './rpc/subscribe/builderStream.ts'
import { Subscriptions } from './rpc/subscribe/subscriptions.ts'
import type { DevnetEvents, Listening, ListenOptions, PreconfDevnet } from './types/devnet.ts'
import type { DevnetOptions } from './types/options.ts'

/**
 * Starts a chain in this process. Throws an `InvalidOption`; for files an `UnreadableFile`, an
 * `InvalidGenesis`, an `InvalidChainFile`, an `InvalidBlock`, an `InvalidStateFile` or an
 * `UnwritableFile`.
 */
export async function createDevnet(options: DevnetOptions = {}): Promise<PreconfDevnet> {
  const errorListeners = new Set<DevnetEvents['error']>()
  const consoleListeners = new Set<DevnetEvents['console']>()
  const requestListeners = new Set<DevnetEvents['request']>()
  const onError = (error: unknown): void => {
    for (const listener of errorListeners) listener(error)
    // A mistake of ours that nobody listens to must not be silent.
    if (errorListeners.size === 0) console.error(error)
  }
  const devnet = await Devnet.create(resolveOptions(options), onError, options.onProgress)
  const subscriptions = new Subscriptions()
  devnet.metrics.countSubscriptions(subscriptions)
  const registry = createRegistry(createMethods(devnet.settings, subscriptions))
  const interference = new Interference(devnet)
  const count: Count = (method, handler) => {
    const answer = devnet.metrics.request(method, handler)
    return requestListeners.size === 0 ? answer : reported(method, answer)
  }
  devnet.onPrinted = (calls) => {
    if (consoleListeners.size === 0) return
    const lines = calls.map(consoleLine)
    for (const listener of consoleListeners) listener(lines)
  }
  const { compat } = devnet.settings
  const desk = { registry, devnet, interference, count, compat }
  const provider = createProvider()
  const listenings = new Set<Listening>()
  let closing: Promise<void> | undefined

  async function listen(listenOptions: ListenOptions = {}): Promise<Listening> {
    const options = resolveListenOptions(listenOptions)
    // Sockets are for those who listen: a devnet in process starts without their code.
    const { serve } = await import('./server/serve.ts')
    const served = await serve(options, {
      handleOf: (profile) => createHandle({ ...desk, profile, onInternalError: onError }),
      streams: new Map([['/flashblocks', createBuilderStream(devnet)]]),
      pages: new Map([
        ['/metrics', { type: prometheusType, text: () => formatPrometheus(devnet.readMetrics()) }],
      ]),
      onInternalError: onError,
    })
    const uncount = devnet.metrics.addServer(served.load)
    const { host, port, url, ipcPath } = served
    const listening: Listening = {
      host,
      port,
      url,
      webSocketUrl: url.replace(/^http/, 'ws'),
      ipcPath,
      close: async () => {
        listenings.delete(listening)
        uncount()
        await served.close()
      },
    }
    listenings.add(listening)
    return listening
  }

  /** The answer, told of when it is there. */
  async function reported<Answer>(method: string, answer: Promise<Answer>): Promise<Answer> {
    const startMs = devnet.clock.realMs()
    const tell = (error: string | undefined): void => {
      const durationMs = devnet.clock.realMs() - startMs
      for (const listener of requestListeners) listener({ method, durationMs, error })
    }
    return answer.then(
      (result) => {
        tell(undefined)
        return result
      },
      (error) => {
        tell(error instanceof Error ? error.message : String(error))
        throw error
      },
    )
  }

  /** `reader`: what is read through it; the chain as it is when absent. */
  function createProvider(reader?: Reader): InProcessProvider {
    return new InProcessProvider({
      dispatch: createDispatch({ ...desk, profile: 'devnet', reader }),
      chainId: () => devnet.protocol.chainId,
      onInternalError: onError,
    })
  }

  /** Who makes blocks finds its listeners in process told of them. */
  async function told<Result>(made: Promise<Result>): Promise<Result> {
    const result = await made
    await provider.delivered()
    return result
  }

  async function closeAll(): Promise<void> {
    provider.close()
    // Before the servers, which let open requests end for a moment.
    interference.close()
    devnet.receiptWaits.close()
    await Promise.all([...listenings].map((listening) => listening.close()))
    await devnet.close()
  }

  function close(): Promise<void> {
    closing ??= closeAll()
    return closing
  }

  return {
    provider,
    get chainId() {
      return Number(devnet.protocol.chainId)
    },
    accounts: devnet.accounts.map(({ address, privateKey }) => ({
      address: bytesToHex(address),
      privateKey: bytesToHex(privateKey),
    })),
    mnemonic: devnet.settings.mnemonic,
    clock: {
      now: () => devnet.clock.now(),
      advance: (ms) => told(devnet.clock.advance(ms)),
    },
    listen,
    flashblock: async () => summarizeFlashblock(await told(devnet.flashblock())),
    seal: async () => summarizeBlock(await told(devnet.seal())),
    get cadence() {
      const { cadence, isPaused } = devnet.schedule
      const { mining, blockMs, flashblockMs } = cadence
      return { mining, blockMs, flashblockMs, isPaused }
    },
    pause: () => devnet.schedule.pause(),
    resume: () => devnet.schedule.resume(),
    setCadence: (changes) => devnet.setCadence(changes),
    reorg: async ({ depth = 1, transactions = [], requeue }) => {
      const planned = transactions.map(({ raw, block = 0 }) => ({
        block,
        transaction: hexToBytes(raw),
      }))
      return summarizeReorg(await told(devnet.reorg(depth, { transactions: planned, requeue })))
    },
    rollback: async ({ depth = 1, requeue } = {}) =>
      summarizeReorg(await told(devnet.rollback(depth, { requeue }))),
    at: ({ flashblock }) => createProvider(devnet.readers.after(flashblock)),
    faults: {
      inject: (fault) => devnet.faults.inject(fault),
      remove: (id) => devnet.faults.remove(id),
      clear: () => devnet.clearFaults(),
      list: () => devnet.faults.list(),
    },
    metrics: () => devnet.readMetrics(),
    transaction: (hash) => devnet.fates.find(hash.toLowerCase() as Hex),
    explain: (hash) => devnet.fates.explain(hash.toLowerCase() as Hex),
    snapshot: () => devnet.history.snapshot(),
    revert: (snapshot) => devnet.history.revert(snapshot),
    dumpState: (request) => devnet.stateFiles.dump(request),
    loadState: (state) => devnet.stateFiles.load(state),
    checkpoint: () => devnet.history.checkpoint(),
    restore: (checkpoint) => devnet.history.restore(checkpoint),
    forget: (checkpoint) => devnet.history.forget(checkpoint),
    reset: () => devnet.history.reset(),
    get isLogging() {
      return devnet.development.isLogging
    },
    on: (event, listener) => {
      const subscribe: {
        readonly [Event in keyof DevnetEvents]: (listener: DevnetEvents[Event]) => () => void
      } = {
        flashblock: (listener) =>
          devnet.hub.on('newFlashblocks', ({ flashblock }) =>
            listener(summarizeFlashblock(flashblock)),
          ),
        block: (listener) =>
          devnet.hub.on('newHeads', ({ block }) => listener(summarizeBlock(block))),
        console: (listener) => added(consoleListeners, listener),
        request: (listener) => added(requestListeners, listener),
        error: (listener) => added(errorListeners, listener),
      }
      return subscribe[event](listener)
    },
    close,
    [Symbol.asyncDispose]: close,
  }
}

/** Until the returned function is called. */
function added<Listener>(listeners: Set<Listener>, listener: Listener): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}
