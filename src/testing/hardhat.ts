import type { PreconfDevnet } from '../types/devnet.ts'
import type { DevnetOptions } from '../types/options/options.ts'

/** Options of the devnets, and the name of the network. */
export interface HardhatNetworkOptions extends DevnetOptions {
  /** What `--network` and `network.create` name. @default 'preconf' */
  readonly name?: string | undefined
}

/** What is used of a connection of Hardhat's. */
interface Connection {
  /** The name in Hardhat's configuration. */
  readonly networkName: string
}

interface Request {
  readonly id: number | string
  readonly method: string
  readonly params?: unknown
}

interface UserConfig {
  /** The user's networks by name. */
  readonly networks?: Readonly<Record<string, unknown>>
}

/** Nothing is asked there: the plugin answers before. */
const noUrl = 'http://preconf.invalid'

/**
 * A plugin of Hardhat 3 that adds a network of devnets in its process: each connection has a fresh one, as with
 * the networks of type `edr-simulated`. Without other options they mine at once, and have Hardhat's accounts,
 * chain id and words.
 *
 * @example
 * // hardhat.config.ts, for `npx hardhat test --network preconf`
 * import { preconf } from 'preconf/hardhat'
 *
 * export default { plugins: [preconf({ mining: 'flashblocks', clock: 'manual' })] }
 */
export function preconf({ name = 'preconf', ...given }: HardhatNetworkOptions = {}) {
  const options: DevnetOptions = { mining: 'auto', compat: 'hardhat3', ...given }
  const devnets = new WeakMap<Connection, PreconfDevnet>()

  async function extendUserConfig<Config extends UserConfig>(
    config: Config,
    next: (config: Config) => Promise<Config>,
  ): Promise<Config> {
    const extended = await next(config)
    const added = { type: 'http', chainType: 'l1', url: noUrl }
    return { ...extended, networks: { [name]: added, ...extended.networks } }
  }

  async function newConnection<Context, Made extends Connection>(
    context: Context,
    next: (context: Context) => Promise<Made>,
  ): Promise<Made> {
    const connection = await next(context)
    if (connection.networkName === name) {
      // Tasks that connect to no network, such as builds, start without it.
      const { createDevnet } = await import('../index.ts')
      devnets.set(connection, await createDevnet(options))
    }
    return connection
  }

  async function closeConnection<Context, Closed extends Connection>(
    context: Context,
    connection: Closed,
    next: (context: Context, connection: Closed) => Promise<void>,
  ): Promise<void> {
    await devnets.get(connection)?.close()
    await next(context, connection)
  }

  async function onRequest<Context, Asked extends Connection, Sent extends Request, Response>(
    context: Context,
    connection: Asked,
    request: Sent,
    next: (context: Context, connection: Asked, request: Sent) => Promise<Response>,
  ): Promise<Response> {
    const devnet = devnets.get(connection)
    return devnet === undefined
      ? next(context, connection, request)
      : ((await answer(devnet, request)) as Response)
  }

  return {
    id: `preconf/${name}`,
    npmPackage: null,
    hookHandlers: {
      config: async () => ({ default: async () => ({ extendUserConfig }) }),
      network: async () => ({
        default: async () => ({ newConnection, closeConnection, onRequest }),
      }),
    },
  }
}

/** Rejects with errors, as Hardhat's own networks do: of an answer, Hardhat keeps code, message and data alone. */
async function answer({ provider }: PreconfDevnet, { id, method, params }: Request) {
  try {
    const result = await provider.request({ method, params: params as readonly unknown[] })
    return { jsonrpc: '2.0', id, result }
  } catch (error) {
    throw asHardhatError(error as Error & { readonly data?: unknown })
  }
}

/** Returns a failure of a contract as it is, and all else as what Hardhat takes for its `ProviderError`. */
function asHardhatError(error: Error & { readonly data?: unknown }): Error {
  if (error.name !== 'RpcError') return error
  const { data, stack = '' } = error
  const hasMore =
    typeof data !== 'object' || Object.keys({ ...data }).some((key) => key !== 'message')
  return Object.assign(error, {
    name: 'ProviderError',
    stack: stack.replace(/^RpcError/, 'ProviderError'),
    data: hasMore ? data : null,
    _isProviderError: true,
  })
}
