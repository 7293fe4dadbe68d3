import type { GenesisFile } from '../../files/genesis/genesisFile.ts'
import { peekGenesis } from '../../files/heldFile.ts'
import type { NetworkOptions } from '../../types/network.ts'
import type { DevnetOptions } from '../../types/options/options.ts'
import { miningMode } from './cadenceOptions.ts'
import { usualBaseFee } from './chainOptions.ts'
import { compatRules } from './compatRules.ts'
import type { Layers } from './layers.ts'
import { usualGasLimit } from './limitOptions.ts'
import type { Networks } from './networkOptions.ts'
import { InvalidOption } from './optionValues.ts'

/** What a genesis file has itself. Its chain id may be left out, or repeated. */
const saidByGenesis = [
  'balance',
  'fundAccounts',
  'gasLimit',
  'disableBlockGasLimit',
  'baseFee',
  'number',
  'hardfork',
  'hardforkSchedule',
  'disableDefaultCreate2Deployer',
] as const

/** Throws an `InvalidOption` for an option that a genesis file stands in place of. */
export function refuseBesideGenesis(options: DevnetOptions): void {
  const doubled = saidByGenesis.find((name) => options[name] !== undefined)
  if (doubled !== undefined) throw besideGenesis(doubled, options[doubled])
}

function besideGenesis(option: string, value: unknown): InvalidOption {
  return new InvalidOption(
    option,
    value,
    (nameOf) =>
      `remove it, as the genesis file sets it, or give ${nameOf('compat')} anvil to set it over the file`,
  )
}

/** Options, with what they and files make the chain begin with. */
interface Begun {
  readonly options: DevnetOptions
  readonly layers: Layers
}

/**
 * The options with what a genesis file says where they say nothing: its network, and under a `compat`
 * like Anvil also its chain id, time, number and base fee, beside which only its accounts are taken.
 * Throws an `InvalidOption`, an `InvalidGenesis` or an `UnreadableFile`.
 */
export async function withGenesis(
  options: DevnetOptions,
  layers: Layers,
  networks: Networks | undefined,
): Promise<Begun> {
  const { genesis, ...others } = layers
  if (genesis === undefined) return { options, layers }
  const file = await peekGenesis(genesis.source)
  const { network = options.preset === undefined ? networkOf(file, networks) : undefined } = options
  const { compat } = options
  // Blocks of a file follow from the whole genesis alone.
  const isWhole = layers.chain !== undefined || options.fork !== undefined
  if (isWhole || compat === undefined || !compatRules(compat, true).goesOverGenesis) {
    const { chainId } = options
    if (file.chainId !== undefined && chainId !== undefined && chainId !== file.chainId) {
      throw besideGenesis('chainId', chainId)
    }
    return { options: { ...options, network }, layers }
  }
  const { chainId, timestamp, number, baseFee } = file.beginning()
  const said: DevnetOptions = {
    chainId,
    timestamp: Number(timestamp),
    number,
    ...(network !== options.network && { network, ...besideNetwork(options) }),
    ...(baseFee !== undefined && { baseFee }),
  }
  const given = Object.entries(options).filter(([, value]) => value !== undefined)
  return {
    options: { ...said, ...Object.fromEntries(given) },
    layers: { ...others, alloc: genesis },
  }
}

/** The network that the file is of, where it is not Ethereum. */
function networkOf(
  { network, chainId }: Pick<GenesisFile, 'network' | 'chainId'>,
  networks: Networks | undefined,
): NetworkOptions | undefined {
  return network && networks && { like: networks.likeOf(chainId), ...network }
}

/** What stays as the node of `compat` has it where a file names the network, and not the user. */
function besideNetwork(options: DevnetOptions): DevnetOptions {
  const gasLimit = options.disableBlockGasLimit === true ? undefined : usualGasLimit
  return { mining: miningMode(options), gasLimit, baseFee: usualBaseFee }
}
