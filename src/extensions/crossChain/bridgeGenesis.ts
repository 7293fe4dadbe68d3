import { openWallet } from '../../devnet/accounts/accounts.ts'
import { Devnet } from '../../devnet/devnet.ts'
import type { L1Settings } from '../../devnet/options/l1Options.ts'
import { withPart } from '../../devnet/options/layers.ts'
import { isOpStack } from '../../devnet/options/networkOptions.ts'
import { readOptions, type Settings } from '../../devnet/options/options.ts'
import { forksIn, InvalidOption } from '../../devnet/options/optionValues.ts'
import { initCrypto } from '../../ethereumjs/crypto.ts'
import type { L1Origin } from '../../execution/rules/opStack.ts'
import { openGenesisFile } from '../../files/heldFile.ts'
import { lesser } from '../../lib/bigints.ts'
import { bytesToBigInt, bytesToHex, type Hex, hexToBytes, numberToBytes } from '../../lib/hex.ts'
import type { Extension } from '../../rpc/registry.ts'
import type { L1Contracts } from '../../types/crossChain.ts'
import type { OpStackRecord } from '../../types/network.ts'
import type { DevnetOptions } from '../../types/options/options.ts'
import type { GenesisAccount } from '../../types/state.ts'
import { keccak256 } from '../../wasm/keccak/keccak256.ts'
import { networks } from '../networks/extension.ts'
import { addresses, firstOrigin, l1BlockStorage } from '../networks/op/l1Block.ts'
import { l1ContractsOf } from '../networks/opStack.ts'
import { originOf } from './bridge.ts'
import { bridgeCode } from './bridgeCode.ts'
import { gameType, operatorOf } from './games.ts'
import { liveL2Of, withRole } from './liveBridge.ts'
import { relayerOf } from './relayer.ts'

/** Contracts of the bridge on an L2. */
const l2Contracts = {
  messenger: bytesToHex(addresses.messenger),
  bridge: bytesToHex(addresses.bridge),
  tokenFactory: bytesToHex(addresses.tokenFactory),
} as const

/** Options of an L2 that its L1 has too. */
const shared = [
  'accounts',
  'balance',
  'derivationPath',
  'fundAccounts',
  'autoImpersonate',
  'clock',
  'timestamp',
  'seed',
  'compat',
  'disableCodeSizeLimit',
  'codeSizeLimit',
  'cache',
] as const satisfies readonly (keyof DevnetOptions)[]

/** Options of an L2 that those beside it on its L1 do not have. */
const ofOne = [
  'chainId',
  'state',
  'loadState',
  'dumpState',
  'genesis',
  'preset',
  'fixture',
  'replay',
  'scenario',
  'traffic',
  'gasReport',
  'coverage',
  'printTraces',
  'onProgress',
] as const satisfies readonly (keyof DevnetOptions)[]

/** What a chain begins with beside others. */
export interface Beside {
  readonly settings: Settings
  /** The newest of the devnets whose clock it shares: the L1 first, then L2s. */
  readonly beside: Devnet
  readonly alloc: readonly GenesisAccount[]
}

interface Opening {
  readonly extensions: readonly Extension[]
  readonly onError: (error: unknown) => void
}

/**
 * Starts the L1 of a chain, with the contracts of its bridges, and the other L2s that it has. The portal of each L2 has
 * the ether that its accounts begin with.
 */
export async function openL1(given: Settings, l1: L1Settings, opening: Opening): Promise<Beside> {
  const { options, otherNetworks } = given
  const { fork } = l1
  const { predeployCode } = await import('../networks/op/predeployCode.ts')
  await initCrypto()
  const { mnemonic, balances } = await openWallet(given)
  // Words that were drawn are those of all chains.
  const words = { mnemonic, mnemonicRandom: undefined, mnemonicSeed: undefined }
  const settings = { ...given, ...words }
  const own = await readOptions({
    ...Object.fromEntries(shared.map((name) => [name, options[name]])),
    mnemonic,
    ...(fork === undefined ? { chainId: l1.chainId, gasLimit: 60_000_000n } : { fork }),
    blockTime: `${l1.blockTime}ms`,
    mining: miningOf(given),
  })
  const alone = Object.fromEntries(ofOne.map((name) => [name, undefined]))
  const [, ...forks] = forksIn(options.fork)
  const others = await Promise.all(
    otherNetworks.map(({ given: network }, index) =>
      readOptions({ ...options, ...words, ...alone, network, fork: forks[index] }, networks),
    ),
  )
  if (fork !== undefined) return openLiveL1(settings, l1, { ...opening, own, others })
  const file = await genesisOf(given, l1)
  const l2s = [...others.map((other) => l2Of(other)), l2Of(settings, file?.chainId)]
  refuseShared(l2s)
  const messages = l2s.length > 1 ? onMessagingL2(l1.autorelay ? given : undefined) : []
  const first = [...balances.values(), ...(file?.balances ?? [])]
  if (messages.length > 0 && l1.autorelay) first.push(relayerFunds)
  const funds = lesser(
    first.reduce((sum, balance) => sum + balance, 0n),
    mostFunds,
  )
  const operator = bytesToHex(operatorOf(given).address)
  const devnet = await Devnet.create(withPart(own, l1.chainId, given), opening.onError, {
    ...opening,
    alloc: [
      { address: operator, balance: operatorFunds },
      {
        address: bytesToHex(addresses.multicall3),
        nonce: 1n,
        code: hexToBytes(predeployCode.Multicall3),
      },
      ...l2s.flatMap((l2) => onL1(l2, { operator, l1, funds })),
    ],
    isFollowed: true,
  })
  const begin = { origin: originOf(devnet.chain.head), code: predeployCode.L1Block }
  let beside = devnet
  try {
    refuseSeed(devnet, operator, l2s)
    for (const [index, other] of others.entries()) {
      const alloc = [...onL2(l2s[index] as L2, begin), ...messages]
      const { onError } = opening
      const part = withPart(other, (l2s[index] as L2).chainId, given)
      beside = await Devnet.create(part, onError, { ...opening, beside, alloc, isFollowed: true })
    }
  } catch (error) {
    await devnet.close()
    throw error
  }
  return { settings, beside, alloc: [...onL2(l2s.at(-1) as L2, begin), ...messages] }
}

/** Ether of the operator, in wei. */
const operatorFunds = 10n ** 27n

/** Starts the fork of a live L1, which has its bridges, and those of other L2s. */
async function openLiveL1(
  given: Settings,
  l1: L1Settings,
  {
    own,
    others,
    ...opening
  }: Opening & { readonly own: Settings; readonly others: readonly Settings[] },
): Promise<Beside> {
  const { onError } = opening
  const operator = { address: bytesToHex(operatorOf(given).address), balance: operatorFunds }
  const below = withPart({ ...own, fork: withRole(own.fork, 'the L1') }, l1.chainId, given)
  const options = { ...opening, alloc: [operator], isFollowed: true }
  const devnet = await Devnet.create(below, onError, options)
  const chainId = Number(devnet.protocol.chainId)
  const liveL2 = (l2: Settings) => liveL2Of(l2, { ...l1, chainId }, others.length > 0)
  let beside = devnet
  try {
    for (const other of others) {
      const part = withPart(liveL2(other), l1.chainId, given)
      beside = await Devnet.create(part, onError, { ...opening, beside, isFollowed: true })
    }
  } catch (error) {
    await devnet.close()
    throw error
  }
  return { settings: liveL2(given), beside, alloc: [] }
}

/** Throws an `InvalidOption` where the bridges of a state file have another operator, who is drawn from the seed. */
function refuseSeed({ chain, settings }: Devnet, operator: Hex, l2s: readonly L2[]): void {
  for (const { contracts } of l2s) {
    const owner = chain.head.state.storage(
      hexToBytes(contracts.systemConfig),
      numberToBytes(0n, 32),
    )
    if (bytesToHex(owner.subarray(12)) === operator) continue
    const advice = 'give the one with which the chains of the state file began'
    throw new InvalidOption('seed', settings.seed, advice)
  }
}

/** More ether than there is, and less than overflows when more is deposited. */
const mostFunds = 2n ** 200n

/** What an L2 begins with by a genesis. Throws an `InvalidOption` for a file that it cannot begin with beside an L1. */
async function genesisOf({ layers, options }: Settings, l1: L1Settings) {
  const { genesis, alloc, chain } = layers
  if (chain !== undefined) {
    const advice = 'remove it or l1: its blocks follow from their genesis alone'
    throw new InvalidOption(chain.option, chain.content, advice)
  }
  const layer = genesis ?? alloc
  if (layer === undefined) return undefined
  const file = await openGenesisFile(layer.source)
  if (file.chainId === l1.chainId) {
    const advice = 'give another one, as it is the id of the genesis'
    throw new InvalidOption('l1.chainId', l1.chainId, advice)
  }
  const { accounts } = genesis === undefined ? file.beginning() : file.whole(options.chainId)
  return { chainId: file.chainId, balances: accounts.map(({ balance = 0n }) => balance) }
}

/** An L2, and where its L1 has its contracts. */
interface L2 {
  readonly network: OpStackRecord
  readonly chainId: number
  readonly contracts: L1Contracts
}

function l2Of({ network, options }: Settings, ownId?: number): L2 {
  if (network === undefined || !isOpStack(network)) throw new Error('an L1 is of the OP stack')
  const chainId = ownId ?? options.chainId ?? network.chainId
  return { network, chainId, contracts: l1ContractsOf(network) }
}

/** Throws an `InvalidOption` where two L2s have contracts at one address of the L1. */
function refuseShared(l2s: readonly L2[]): void {
  const nameAt = new Map<string, string>()
  for (const { network, contracts } of l2s) {
    for (const address of Object.values(contracts)) {
      const other = nameAt.get(address)
      if (other !== undefined) {
        const advice = `give one of it and ${other}: both have a contract at ${address} of the L1`
        throw new InvalidOption('network', network.name, advice)
      }
      nameAt.set(address, network.name)
    }
  }
}

/** Where blocks of an L2 come on request, those of its L1 do so too. */
function miningOf({ mining }: Settings): DevnetOptions['mining'] {
  if (mining === 'auto' || mining === 'mixed') return 'auto'
  return mining === 'manual' ? 'manual' : 'interval'
}

type Word = bigint | Hex

function wordOf(value: Word): Uint8Array {
  return numberToBytes(typeof value === 'bigint' ? value : BigInt(value), 32)
}

/** A contract as it is after its making: its first variables have these values, a slot each. */
function placed(address: Hex, code: keyof typeof bridgeCode, words: readonly Word[]) {
  const storage = words.map((word, slot): readonly [Uint8Array, Uint8Array] => [
    numberToBytes(slot, 32),
    wordOf(word),
  ])
  const set = storage.filter(([, value]) => bytesToBigInt(value) !== 0n)
  return {
    address: address.toLowerCase() as Hex,
    nonce: 1n,
    code: hexToBytes(bridgeCode[code]),
    storage: set,
  } satisfies GenesisAccount
}

/** What stands for no sender. */
const noSender = 0xdeadn

/** The most gas that deposits of a block of L1 can buy. */
const mostGas = 20_000_000n

/** Values that share a slot, from its low end, with their sizes in bits. */
function packed(...parts: readonly (readonly [value: Word, bits: number])[]): bigint {
  return [...parts].reduceRight((word, [value, bits]) => (word << BigInt(bits)) | BigInt(value), 0n)
}

function onL1(
  { contracts: own, network, chainId }: L2,
  {
    operator,
    l1,
    funds,
  }: { readonly operator: Hex; readonly l1: L1Settings; readonly funds: bigint },
): readonly GenesisAccount[] {
  const seconds = (ms: number) => BigInt(Math.ceil(ms / 1000))
  const gameSlot = bytesToBigInt(
    keccak256(new Uint8Array([...wordOf(BigInt(gameType)), ...wordOf(3n)])),
  )
  const factory = placed(own.disputeGameFactory, 'DisputeGameFactory', [
    operator,
    operator,
    packed([own.anchorStateRegistry, 160], [seconds(l1.maturity), 64]),
  ])
  return [
    {
      ...placed(own.portal, 'OptimismPortal2', [
        noSender,
        own.systemConfig,
        own.anchorStateRegistry,
        seconds(l1.proofMaturity),
        mostGas,
      ]),
      balance: funds,
    },
    { ...factory, storage: [...factory.storage, [numberToBytes(gameSlot, 32), wordOf(own.game)]] },
    // It has a time of making, so that it cannot be made a game itself.
    placed(own.game, 'FaultDisputeGame', [packed([0n, 160], [1n, 64])]),
    placed(own.anchorStateRegistry, 'AnchorStateRegistry', [
      own.systemConfig,
      own.disputeGameFactory,
      seconds(l1.finalizationDelay),
      packed([0n, 64], [BigInt(gameType), 32]),
    ]),
    placed(own.systemConfig, 'SystemConfig', [
      operator,
      operator,
      own.portal,
      own.l1CrossDomainMessenger,
      own.l1StandardBridge,
      own.disputeGameFactory,
      operator,
      BigInt(chainId),
      packed(
        [network.gasLimit, 64],
        [BigInt(network.baseFeeScalar), 32],
        [BigInt(network.blobBaseFeeScalar), 32],
      ),
    ]),
    placed(own.l1CrossDomainMessenger, 'L1CrossDomainMessenger', [
      l2Contracts.messenger,
      noSender,
      0n,
      0n,
      0n,
      own.portal,
    ]),
    placed(own.l1StandardBridge, 'L1StandardBridge', [
      own.l1CrossDomainMessenger,
      l2Contracts.bridge,
    ]),
    placed(own.optimismMintableERC20Factory, 'OptimismMintableERC20Factory', [
      own.l1StandardBridge,
    ]),
  ]
}

/** Wei with which the relayer begins on each L2. */
const relayerFunds = 10n ** 21n

/** A token of tests, where supersim has one of that name. */
const testToken = '0x420beef000000000000000000000000000000001'

/** What each of several L2s has to send messages to the others; `relaying`: those of the relayer, if there is one. */
function onMessagingL2(relaying: Pick<Settings, 'seed'> | undefined): readonly GenesisAccount[] {
  const at = (name: keyof typeof addresses) => bytesToHex(addresses[name])
  return [
    placed(at('crossL2Inbox'), 'CrossL2Inbox', []),
    placed(at('l2ToL2Messenger'), 'L2ToL2CrossDomainMessenger', []),
    placed(at('ethBridge'), 'SuperchainETHBridge', []),
    {
      ...placed(at('ethLiquidity'), 'ETHLiquidity', []),
      balance: 2n ** 248n - 1n,
    },
    placed(at('tokenBridge'), 'SuperchainTokenBridge', []),
    placed(testToken, 'L2NativeSuperchainERC20', []),
    ...(relaying === undefined
      ? []
      : [{ address: bytesToHex(relayerOf(relaying).address), balance: relayerFunds }]),
  ]
}

function onL2(
  { contracts: { l1CrossDomainMessenger, l1StandardBridge }, network }: L2,
  { origin, code }: { readonly origin: L1Origin; readonly code: string },
): readonly GenesisAccount[] {
  const first = { ...firstOrigin(network, origin.timestamp), ...origin }
  return [
    {
      address: bytesToHex(addresses.l1Block),
      nonce: 1n,
      code: hexToBytes(code),
      storage: l1BlockStorage(first),
    },
    placed(l2Contracts.messenger, 'L2CrossDomainMessenger', [l1CrossDomainMessenger, noSender]),
    placed(l2Contracts.bridge, 'L2StandardBridge', [l2Contracts.messenger, l1StandardBridge]),
    placed(l2Contracts.tokenFactory, 'OptimismMintableERC20Factory', [l2Contracts.bridge]),
  ]
}
