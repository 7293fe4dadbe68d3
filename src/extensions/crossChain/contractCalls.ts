import type { Devnet } from '../../devnet/devnet.ts'
import { call } from '../../execution/call.ts'
import type { L1Deposit } from '../../execution/rules/opStack.ts'
import { bytesToHex, hexToBytes } from '../../lib/hex.ts'
import { withState } from '../../state/stateMiss.ts'
import type { BlockId } from '../../types/values.ts'
import { decodeError, decodeFunctionResult, encodeFunction, parseAbi } from '../../wallet/abi.ts'

/** Functions of the contracts of bridges, as those of live chains have them too. */
const bridgeAbi = parseAbi([
  // The portal.
  'function systemConfig() view returns (address)',
  'function anchorStateRegistry() view returns (address)',
  'function disputeGameFactory() view returns (address)',
  'function respectedGameType() view returns (uint32)',
  'function guardian() view returns (address)',
  'function superchainConfig() view returns (address)',
  'function proofMaturityDelaySeconds() view returns (uint256)',
  'function disputeGameFinalityDelaySeconds() view returns (uint256)',
  'function disputeGameBlacklist(address game) view returns (bool)',
  'function finalizedWithdrawals(bytes32 withdrawalHash) view returns (bool)',
  'function numProofSubmitters(bytes32 withdrawalHash) view returns (uint256)',
  'function proofSubmitters(bytes32 withdrawalHash, uint256 index) view returns (address)',
  'function provenWithdrawals(bytes32 withdrawalHash, address submitter) view returns (address game, uint64 timestamp)',
  'function blacklistDisputeGame(address game)',
  // The system config, and that of the superchain.
  'function l1CrossDomainMessenger() view returns (address)',
  'function l1StandardBridge() view returns (address)',
  'function optimismMintableERC20Factory() view returns (address)',
  'function pause(address identifier)',
  'function pause(string identifier)',
  'function unpause(address identifier)',
  'function unpause()',
  // The factory, and games.
  'function gameCount() view returns (uint256)',
  'function gameImpls(uint32 gameType) view returns (address)',
  'function gameArgs(uint32 gameType) view returns (bytes)',
  'function initBonds(uint32 gameType) view returns (uint256)',
  'function findLatestGames(uint32 gameType, uint256 start, uint256 count) view returns ((uint256 index, bytes32 metadata, uint64 timestamp, bytes32 rootClaim, bytes extraData)[])',
  'function create(uint32 gameType, bytes32 claim, bytes extraData) payable returns (address)',
  'function proposer() view returns (address)',
  'function status() view returns (uint8)',
  'function createdAt() view returns (uint64)',
  'function resolvedAt() view returns (uint64)',
  'function maxClockDuration() view returns (uint64)',
  'function resolveClaim(uint256 claim, uint256 count)',
  'function resolve() returns (uint8)',
  'function challenge()',
  'error NoImplementation(uint32 gameType)',
  'error IncorrectBondAmount()',
  'error GameAlreadyExists(bytes32 uuid)',
  'error BadAuth()',
  'error BadExtraData()',
  'error AnchorRootNotFound()',
  'error UnexpectedRootClaim(bytes32 claim)',
  // The messengers.
  'function successfulMessages(bytes32 message) view returns (bool)',
  'function failedMessages(bytes32 message) view returns (bool)',
])

/** A call of a function of a contract. */
export interface ContractCall {
  /** 20 bytes. */
  readonly to: Uint8Array
  readonly name: string
  readonly args?: readonly unknown[] | undefined
  /** 20 bytes. */
  readonly from?: Uint8Array | undefined
  /** Wei. */
  readonly value?: bigint | undefined
}

/** What a transaction asks for that calls a function. */
export function requestOf({ to, name, args = [], from, value }: ContractCall) {
  return { to, data: hexToBytes(encodeFunction(bridgeAbi, name, args)), from, value }
}

/**
 * What a function returns, with the state of the newest block unless another is named. Waits for what a fork of a live
 * chain lacks. Throws the errors of `eth_call`, and an `AbiError` where there is no such contract.
 */
export async function read<Value>(
  { reader, machines }: Devnet,
  asked: ContractCall,
  at: BlockId = { tag: 'latest' },
): Promise<Value> {
  const context = await reader.context(at)
  const output = await call(machines, context, requestOf(asked))
  return decodeFunctionResult(bridgeAbi, asked.name, bytesToHex(output)) as Value
}

/** More ether than a deposit mints, in wei. */
const muchEther = 2n ** 200n

/** Fetches what a deposit reads of the live chain that an L2 is a fork of. Throws where that chain does not answer. */
export async function fetchFor({ reader, machines }: Devnet, deposit: L1Deposit): Promise<void> {
  const { from, to, value, gas, data } = deposit
  const context = await reader.context({ tag: 'pending' })
  await withState(() => [from, to].map((address) => address && context.state.account(address)))
  const minted = { state: [{ address: from, balance: muchEther }] }
  try {
    await call(machines, context, { from, to, value, gas, data }, minted)
  } catch (error) {
    // Its block has it whether it fails or not.
    if (!isRefusal(error)) throw error
  }
}

/** The same as `read`; `undefined` where the contract has no such function, or reverts. */
export async function readIfThere<Value>(
  devnet: Devnet,
  asked: ContractCall,
): Promise<Value | undefined> {
  try {
    return await read<Value>(devnet, asked)
  } catch (error) {
    if (isRefusal(error)) return undefined
    throw error
  }
}

/** Why a call has failed, in words: with the name of a known error of the contract, or its data. */
export function refusalWords(error: Error): string {
  const { data } = error as { data?: unknown }
  if (!(data instanceof Uint8Array) || data.length === 0) return error.message
  const hex = bytesToHex(data)
  const known = decodeError(bridgeAbi, hex)
  return `${error.message} (${known === undefined ? hex : `${known.name}(${known.args.join(', ')})`})`
}

/** Whether the error is that of a call that has failed, and not that of a live chain which does not answer. */
export function isRefusal(error: unknown): error is Error {
  const names = ['ExecutionReverted', 'ExecutionFailed', 'InvalidMessage', 'AbiError']
  return error instanceof Error && names.includes(error.name)
}
