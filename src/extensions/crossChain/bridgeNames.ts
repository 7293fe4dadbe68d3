import type { Devnet } from '../../devnet/devnet.ts'
import { bytesToHex, type Hex, hexToBytes } from '../../lib/hex.ts'
import type { BridgeContracts } from '../../types/crossChain.ts'
import type { Abi } from '../../types/solidity/contract.ts'
import { parseAbi } from '../../wallet/abi.ts'
import { addresses } from '../networks/op/l1Block.ts'
import { aliasOf } from './crossings.ts'

// What people send to the contracts of the bridge, and what these emit: the console, traces and the inspector name it.

const withdrawal =
  '(uint256 nonce, address sender, address target, uint256 value, uint256 gasLimit, bytes data)'
const proof =
  '(bytes32 version, bytes32 stateRoot, bytes32 messagePasserStorageRoot, bytes32 latestBlockhash)'

const portal = [
  'function depositTransaction(address to, uint256 value, uint64 gasLimit, bool isCreation, bytes data) payable',
  `function proveWithdrawalTransaction(${withdrawal} tx, uint256 disputeGameIndex, ${proof} outputRootProof, bytes[] withdrawalProof)`,
  `function finalizeWithdrawalTransaction(${withdrawal} tx)`,
  `function finalizeWithdrawalTransactionExternalProof(${withdrawal} tx, address proofSubmitter)`,
  'event TransactionDeposited(address indexed from, address indexed to, uint256 indexed version, bytes opaqueData)',
  'event WithdrawalProven(bytes32 indexed withdrawalHash, address indexed from, address indexed to)',
  'event WithdrawalProvenExtension1(bytes32 indexed withdrawalHash, address indexed proofSubmitter)',
  'event WithdrawalFinalized(bytes32 indexed withdrawalHash, bool success)',
]

const messenger = [
  'function sendMessage(address target, bytes message, uint32 minGasLimit) payable',
  'function relayMessage(uint256 nonce, address sender, address target, uint256 value, uint256 minGasLimit, bytes message) payable',
  'event SentMessage(address indexed target, address sender, bytes message, uint256 messageNonce, uint256 gasLimit)',
  'event SentMessageExtension1(address indexed sender, uint256 value)',
  'event RelayedMessage(bytes32 indexed msgHash)',
  'event FailedRelayedMessage(bytes32 indexed msgHash)',
]

const token = 'address indexed localToken, address indexed remoteToken, address indexed from'

const standardBridge = [
  'function bridgeETH(uint32 minGasLimit, bytes extraData) payable',
  'function bridgeETHTo(address to, uint32 minGasLimit, bytes extraData) payable',
  'function bridgeERC20(address localToken, address remoteToken, uint256 amount, uint32 minGasLimit, bytes extraData)',
  'function bridgeERC20To(address localToken, address remoteToken, address to, uint256 amount, uint32 minGasLimit, bytes extraData)',
  'function finalizeBridgeETH(address from, address to, uint256 amount, bytes extraData) payable',
  'function finalizeBridgeERC20(address localToken, address remoteToken, address from, address to, uint256 amount, bytes extraData)',
  'event ETHBridgeInitiated(address indexed from, address indexed to, uint256 amount, bytes extraData)',
  'event ETHBridgeFinalized(address indexed from, address indexed to, uint256 amount, bytes extraData)',
  `event ERC20BridgeInitiated(${token}, address to, uint256 amount, bytes extraData)`,
  `event ERC20BridgeFinalized(${token}, address to, uint256 amount, bytes extraData)`,
]

const messagePasser = [
  'function initiateWithdrawal(address target, uint256 gasLimit, bytes data) payable',
  'event MessagePassed(uint256 indexed nonce, address indexed sender, address indexed target, uint256 value, uint256 gasLimit, bytes data, bytes32 withdrawalHash)',
]

const messengerOfL2s = [
  'function sendMessage(uint256 destination, address target, bytes message) returns (bytes32)',
  'function relayMessage((address origin, uint256 blockNumber, uint256 logIndex, uint256 timestamp, uint256 chainId) id, bytes sentMessage) payable returns (bytes)',
  'event SentMessage(uint256 indexed destination, address indexed target, uint256 indexed messageNonce, address sender, bytes message)',
  'event RelayedMessage(uint256 indexed source, uint256 indexed messageNonce, bytes32 indexed messageHash, bytes32 returnDataHash)',
]

/** What a contract is called, where it is, and what it can be sent; nothing for those that are only read. */
type Named = readonly [
  name: string,
  address: Hex | undefined,
  signatures?: readonly string[] | undefined,
]

/** Gives the contracts of both sides their names; `of`: what those of an L1 with several L2s are of. */
export function nameContracts(l1: Devnet, l2: Devnet, contracts: BridgeContracts, of = ''): void {
  const onL1: readonly Named[] = [
    ['OptimismPortal', contracts.portal, portal],
    ['DisputeGameFactory', contracts.disputeGameFactory],
    ['L1StandardBridge', contracts.l1StandardBridge, standardBridge],
    ['L1CrossDomainMessenger', contracts.l1CrossDomainMessenger, messenger],
    ['SystemConfig', contracts.systemConfig],
    ['AnchorStateRegistry', contracts.anchorStateRegistry],
    ['OptimismMintableERC20Factory', contracts.optimismMintableERC20Factory],
    ['FaultDisputeGame', contracts.game],
  ]
  const interop: readonly Named[] = [
    ['L2ToL2CrossDomainMessenger', bytesToHex(addresses.l2ToL2Messenger), messengerOfL2s],
    ['CrossL2Inbox', bytesToHex(addresses.crossL2Inbox)],
    ['SuperchainETHBridge', bytesToHex(addresses.ethBridge)],
    ['ETHLiquidity', bytesToHex(addresses.ethLiquidity)],
    ['SuperchainTokenBridge', bytesToHex(addresses.tokenBridge)],
  ]
  const { l1CrossDomainMessenger: below } = contracts
  const alias = below && bytesToHex(aliasOf(hexToBytes(below)))
  // The network has labels for all of its contracts; these have functions and events besides.
  const onL2: readonly Named[] = [
    ['L2ToL1MessagePasser', bytesToHex(addresses.messagePasser), messagePasser],
    ['L2CrossDomainMessenger', bytesToHex(addresses.messenger), messenger],
    ['L2StandardBridge', bytesToHex(addresses.bridge), standardBridge],
    ['L1CrossDomainMessenger (alias)', alias],
    ...(of === '' ? [] : interop),
  ]
  for (const [name, ...contract] of onL1) addName(l1, [`${name}${of}`, ...contract])
  for (const named of onL2) addName(l2, named)
}

function addName({ names }: Devnet, [name, address, signatures]: Named): void {
  if (address === undefined) return
  const lower = address.toLowerCase() as Hex
  if (signatures === undefined) names.addLabel(name, lower)
  else names.addContract(name, { address: lower, abi: abiOf(signatures) })
}

const parsed = new Map<readonly string[], Abi>()

function abiOf(signatures: readonly string[]): Abi {
  const abi = parsed.get(signatures) ?? parseAbi(signatures)
  parsed.set(signatures, abi)
  return abi
}
