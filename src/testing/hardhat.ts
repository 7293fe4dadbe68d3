import { createDevnet } from '../index.ts'
import type { PreconfDevnet } from '../types/devnet.ts'
import type { DevnetOptions } from '../types/options/options.ts'

/** Options of the devnets, and the name of the network. */
export interface HardhatNetworkOptions extends DevnetOptions {
  /** What `--network` and `network.create` name. @default 'preconf' */
  readonly name?: string | undefined
}

/** What is used of a connection of Hardhat's. */
interface Connection {
  readonly networkName: string
  readonly provider: Provider
}

/** Where a connection sends requests. */
interface Provider {
  request(request: never): Promise<unknown>
}

interface Request {
  readonly id: number | string
  readonly method: string
  readonly params?: unknown
}

interface UserConfig {
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
  const options: DevnetOptions = { mining: 'auto', compat: 'hardhat', ...given }
  const devnets = new WeakMap<Connection, PreconfDevnet>()
  const stacks: SolidityStacks = new WeakMap()

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
      devnets.set(connection, await createDevnet(options))
      explainErrors(connection.provider, stacks)
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
      : ((await answer(devnet, request, stacks)) as Response)
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

/** The Solidity stacks of errors, by the `data` of each: of an answer, Hardhat keeps code, message and data alone. */
type SolidityStacks = WeakMap<object, string>

async function answer(
  { provider }: PreconfDevnet,
  { id, method, params }: Request,
  stacks: SolidityStacks,
) {
  try {
    const result = await provider.request({ method, params: params as readonly unknown[] })
    return { jsonrpc: '2.0', id, result }
  } catch (thrown) {
    const { code, message, data, solidityStack } = thrown as AnswerError
    if (solidityStack !== undefined && isObject(data)) stacks.set(data, solidityStack)
    return { jsonrpc: '2.0', id, error: { code, message, ...(data !== undefined && { data }) } }
  }
}

interface AnswerError extends Error {
  readonly code: number
  readonly data?: unknown
  solidityStack?: string | undefined
}

/** Adds the Solidity stack to the errors of a connection: as `solidityStack`, and below the message in `stack`. */
function explainErrors(provider: Provider, stacks: SolidityStacks): void {
  const request = provider.request.bind(provider)
  provider.request = async (given) => {
    try {
      return await request(given)
    } catch (error) {
      const { data } = error as AnswerError
      const stack = isObject(data) ? stacks.get(data) : undefined
      if (stack !== undefined) explain(error as AnswerError, stack)
      throw error
    }
  }
}

function explain(error: AnswerError, solidityStack: string): void {
  error.solidityStack = solidityStack
  const lines = solidityStack.split('\n').map((line) => `    at ${line}`)
  const [message, ...rest] = (error.stack ?? '').split('\n    at ')
  error.stack = [message, ...lines, ...rest.map((line) => `    at ${line}`)].join('\n')
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}
