import type { ForkOptions } from '../types/options/forkOptions.ts'
import type { DevnetOptions } from '../types/options/options.ts'
import { UsageError } from './usageErrors.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** The live chain that flags describe: of several networks one for each, in the order of the URLs. */
export async function forksOf(
  flags: Record<string, unknown>,
  { network }: Pick<DevnetOptions, 'network'>,
  environment: Environment,
): Promise<DevnetOptions['fork']> {
  const fork = await withForkNames(forkOf(flags), environment)
  const isOfSeveral = Array.isArray(network) && network.length > 1
  if (!isOfSeveral) return fork
  const { urls = [], ...common } = fork
  return urls.map((url) => ({ ...common, url }))
}

/** Names of `foundry.toml` in place of URLs: its code is loaded for those alone. */
async function withForkNames(fork: ForkOptions, environment: Environment): Promise<ForkOptions> {
  const { urls = [] } = fork
  if (!urls.some(isForkName)) return fork
  const { endpointsOf } = await import('./forkNames.ts')
  const urlOf = await endpointsOf(environment)
  return { ...fork, urls: urls.map((url) => (isForkName(url) ? urlOf(url) : url)) }
}

/** Whether it is neither a URL, nor a path, nor a host and its port. */
function isForkName(text: string): boolean {
  return !/[\\/:]|\.ipc(@|$)/.test(text)
}

/** Headers as an object. Throws a `UsageError` for one without a colon. */
function forkOf({ headers, ...fork }: Record<string, unknown>): ForkOptions {
  if (headers === undefined) return fork
  const pairs = (headers as readonly string[]).map((header) => {
    const [, name, value] = /^([^:\s]+)\s*:\s*(.*)$/.exec(header) ?? []
    // Its value may be a secret.
    if (name === undefined) throw new UsageError("invalid --fork-header: give 'Name: value'")
    return [name, value as string] as const
  })
  return { ...fork, headers: Object.fromEntries(pairs) }
}
