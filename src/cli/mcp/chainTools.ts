import * as v from 'valibot'
import { networkNames } from '../../extensions/networks/records.ts'
import type { DevnetOptions } from '../../types/options/options.ts'
import type { AgentChain } from './agentChain.ts'
import { anything, defineTool, flag, number, type Tool, text } from './tool.ts'

const startChain = defineTool({
  name: 'start_chain',
  description:
    'Starts a local Ethereum chain, in place of the one before. Returns its URL, to which tests can connect, and ten funded accounts. By default each transaction is a block at once and time stands still until the tool step moves it.',
  members: {
    network: v.optional(
      v.pipe(v.picklist(networkNames), v.description('Behaves as this network.')),
    ),
    preconfirmations: v.optional(
      flag(
        'Sub-blocks every 200 ms, which step moves on, instead of a block for each transaction.',
      ),
    ),
    forkUrl: v.optional(text('RPC URL of a live chain to go on from.')),
    forkBlock: v.optional(number('Number of the block to go on from.')),
    fixture: v.optional(
      text('Path of a fixture file to begin with, such as preconf/fixtures/dex.yaml.'),
    ),
    scenario: v.optional(
      text('Path of a scenario file to play, such as preconf/fixtures/scenarios/reorg.yaml.'),
    ),
    artifacts: v.optional(text('Folder of compiled contracts, when it is none of the usual ones.')),
    hardfork: v.optional(text('Such as osaka or prague.')),
    chainId: v.optional(number('Chain id. @default 31337')),
    realTime: v.optional(flag('Time passes by itself, for front ends.')),
    port: v.optional(number('Port of the URL; any free one when left out.', 65_535)),
  },
  run: async (chain, given) => {
    const { port = 0, fixture, scenario, artifacts } = given
    const pathOf = async (path: string | undefined) => path && (await chain.pathOf(path))
    const paths = { fixture: await pathOf(fixture), artifacts: await pathOf(artifacts) }
    const course = await pathOf(scenario)
    const { devnet, url } = await chain.start(optionsOf({ ...given, ...paths }), port)
    const play = course === undefined ? undefined : await devnet.play(course)
    return {
      url,
      chainId: devnet.chainId,
      accounts: devnet.accounts.map(({ address }) => address),
      contracts: devnet.fixture.contracts && namesOf(devnet.fixture.contracts),
      scenario: play?.steps.map(({ name, when, words }) => `${name} (${when}): ${words}`),
      warnings: devnet.warnings,
    }
  },
})

interface StartArguments {
  readonly network?: string | undefined
  readonly preconfirmations?: boolean | undefined
  readonly forkUrl?: string | undefined
  readonly forkBlock?: number | undefined
  readonly fixture?: string | undefined
  readonly artifacts?: string | undefined
  readonly hardfork?: string | undefined
  readonly chainId?: number | undefined
  readonly realTime?: boolean | undefined
}

function optionsOf(given: StartArguments): DevnetOptions {
  const { network, preconfirmations, forkUrl: url, forkBlock, fixture, artifacts } = given
  const { hardfork, chainId, realTime = false } = given
  const isInstant = network === undefined && preconfirmations !== true
  const fork = url === undefined ? undefined : { url, blockNumber: forkBlock }
  const options = { network, fixture, artifacts, hardfork, chainId, fork }
  return {
    ...Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)),
    clock: realTime ? 'real' : 'manual',
    ...(isInstant && { mining: 'auto' }),
  }
}

function namesOf(contracts: Readonly<Record<string, { readonly address: string }>>) {
  return Object.fromEntries(Object.entries(contracts).map(([name, { address }]) => [name, address]))
}

const stopChain = defineTool({
  name: 'stop_chain',
  description: 'Stops the chain and frees its port.',
  members: {},
  run: async (chain) => ((await chain.stop()) ? 'stopped' : 'no chain ran'),
})

const chainStatus = defineTool({
  name: 'chain_status',
  description:
    'What runs: network, cadence, newest block, base fee, time, waiting transactions, faults, errors.',
  members: {},
  run: async (chain) => {
    const { devnet, url, errors } = chain.running
    const head = await chain.ask('eth_getBlockByNumber', 'latest', false)
    const pool = await chain.ask('txpool_status')
    const faults = await chain.ask('preconf_listFaults')
    return {
      url,
      chainId: devnet.chainId,
      cadence: devnet.cadence,
      block: Number(head.number),
      baseFeePerGas: head.baseFeePerGas && BigInt(head.baseFeePerGas),
      time: new Date(devnet.clock.now()).toISOString(),
      waiting: { next: Number(pool.pending), afterNonceGap: Number(pool.queued) },
      faults,
      fork: devnet.forkInfo?.blockNumber,
      errors,
    }
  },
})

const step = defineTool({
  name: 'step',
  description:
    'Moves the chain on: by blocks, by sub-blocks (flashblocks), or by time, at which blocks come as they fall due. One of the three.',
  members: {
    blocks: v.optional(number('How many blocks to mine.')),
    flashblocks: v.optional(number('How many sub-blocks to publish.', 1000)),
    seconds: v.optional(number('How far to move the time.')),
  },
  run: async (chain, { blocks, flashblocks, seconds }) => {
    const { devnet } = chain.running
    if ([blocks, flashblocks, seconds].filter((given) => given !== undefined).length !== 1) {
      throw new Error('step: give one of blocks, flashblocks and seconds')
    }
    if (blocks !== undefined) await chain.ask('anvil_mine', blocks)
    for (let count = 0; count < (flashblocks ?? 0); count++) await devnet.flashblock()
    if (seconds !== undefined) await moveTime(chain, seconds)
    const block = Number(await chain.ask('eth_blockNumber'))
    return { block, time: new Date(devnet.clock.now()).toISOString() }
  },
})

/** A chain that makes blocks by itself runs through the time; any other gets a block at its end. */
async function moveTime(chain: AgentChain, seconds: number): Promise<void> {
  const { devnet } = chain.running
  const { mining } = devnet.cadence
  const isPaced = mining === 'flashblocks' || mining === 'interval'
  if (isPaced && seconds <= 3600) return devnet.clock.advance(seconds * 1000)
  await chain.ask('evm_increaseTime', seconds)
  await chain.ask('anvil_mine', 1)
}

const fault = defineTool({
  name: 'fault',
  description:
    'Makes something go wrong, as it does on live chains: {"kind":"dropAtSeal"}, {"kind":"error","method":"eth_call"}, … (resource preconf://docs/faults). Without a fault, lists and removes all there are.',
  members: { fault: v.optional(anything('The kind of fault with its members; see docs/faults.')) },
  run: async (chain, given) => {
    if (given.fault !== undefined) return { id: await chain.ask('preconf_setFault', given.fault) }
    const removed = await chain.ask('preconf_listFaults')
    await chain.ask('preconf_clearFaults')
    return { removed }
  },
})

const snapshot = defineTool({
  name: 'snapshot',
  description: 'Saves the state of the chain, to go back to it with revert any number of times.',
  members: {},
  run: async (chain) => ({ id: await chain.ask('preconf_checkpoint') }),
})

const revert = defineTool({
  name: 'revert',
  description: 'Goes back to a snapshot, which is kept.',
  members: { id: text('What snapshot returned.') },
  run: async (chain, { id }) => {
    if (await chain.ask('preconf_restore', id))
      return { block: Number(await chain.ask('eth_blockNumber')) }
    throw new Error(`there is no snapshot ${id}: call snapshot first`)
  },
})

const rpc = defineTool({
  name: 'rpc',
  description:
    'Sends any JSON-RPC request, for what no other tool does: resource preconf://docs/methods lists all methods.',
  members: {
    method: text('Such as eth_getStorageAt or anvil_setBalance.'),
    params: v.optional(v.pipe(v.array(v.any()), v.description('Its parameters.')), []),
  },
  run: (chain, { method, params }) => chain.ask(method, ...params),
})

/** What begins, moves and ends a chain. */
export const chainTools: readonly Tool[] = [
  startChain,
  stopChain,
  chainStatus,
  step,
  fault,
  snapshot,
  revert,
  rpc,
]
