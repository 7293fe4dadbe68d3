import {
  type Address,
  BaseError,
  ContractFunctionRevertedError,
  createPublicClient,
  createWalletClient,
  custom,
  decodeFunctionResult,
  encodeAbiParameters,
  encodeFunctionData,
  getAddress,
  type Hex,
  keccak256,
  parseAbi,
  parseAbiParameters,
  parseEventLogs,
  stringToHex,
  zeroHash,
} from 'viem'
import type { PreconfDevnet } from '../../../../src/types/devnet.ts'
import type { DevnetOptions } from '../../../../src/types/options/options.ts'
import { testDevnet } from '../../../support/testDevnet.ts'

export const factory = '0xB20f000000000000000000000000000000000000'
export const policyRegistry = '0x8453000000000000000000000000000000000002'
export const activationRegistry = '0x8453000000000000000000000000000000000001'

/** Functions, events and errors of all of Base's built-in contracts, as base-std's interfaces have them. */
const b20Abi = parseAbi([
  'function createB20(uint8 variant, bytes32 salt, bytes params, bytes[] initCalls) payable returns (address)',
  'function getB20Address(uint8 variant, address sender, bytes32 salt) view returns (address)',
  'function isB20(address token) view returns (bool)',
  'function isB20Initialized(address token) view returns (bool)',
  'event B20Created(address indexed token, uint8 indexed variant, string name, string symbol, uint8 decimals, bytes variantEventParams)',
  'error NonPayable()',
  'error DelegateCallNotAllowed()',
  'error TokenAlreadyExists(address token)',
  'error InvalidVariant()',
  'error UnsupportedVersion(uint8 version, uint8 variant)',
  'error MissingRequiredField(string field)',
  'error InvalidCurrency(string code)',
  'error InvalidDecimals(uint8 decimals)',
  'error InitCallFailed(uint256 index)',
  'error FeatureNotActivated(bytes32 feature)',
  'function isActivated(bytes32 feature) view returns (bool)',
  'function checkActivated(bytes32 feature) view',
  'function admin() view returns (address)',
  'function activate(bytes32 feature)',
  'function deactivate(bytes32 feature)',
  'event FeatureActivated(bytes32 indexed feature, address indexed caller)',
  'event FeatureDeactivated(bytes32 indexed feature, address indexed caller)',
  'error Unauthorized(address caller)',
  'error AlreadyActivated(bytes32 feature)',
  'error StaticCallNotAllowed()',
  'function createPolicy(address admin, uint8 policyType) returns (uint64)',
  'function createPolicyWithAccounts(address admin, uint8 policyType, address[] accounts) returns (uint64)',
  'function createCompositePolicy(address admin, uint8 policyType, uint64[] childPolicyIds) returns (uint64)',
  'function stageUpdateAdmin(uint64 policyId, address newAdmin)',
  'function finalizeUpdateAdmin(uint64 policyId)',
  'function renounceAdmin(uint64 policyId)',
  'function updateAllowlist(uint64 policyId, bool allowed, address[] accounts)',
  'function updateBlocklist(uint64 policyId, bool blocked, address[] accounts)',
  'function updateComposite(uint64 policyId, uint64[] childPolicyIds)',
  'function isAuthorized(uint64 policyId, address account) view returns (bool)',
  'function policyExists(uint64 policyId) view returns (bool)',
  'function policyAdmin(uint64 policyId) view returns (address)',
  'function pendingPolicyAdmin(uint64 policyId) view returns (address)',
  'function compositePolicyChildIds(uint64 policyId) view returns (uint64[])',
  'function invertedPolicyId(uint64 policyId) view returns (uint64)',
  'function ALWAYS_BLOCK_ID() view returns (uint64)',
  'event PolicyCreated(uint64 indexed policyId, address indexed creator, uint8 policyType)',
  'event PolicyAdminStaged(uint64 indexed policyId, address indexed currentAdmin, address indexed pendingAdmin)',
  'event PolicyAdminUpdated(uint64 indexed policyId, address indexed previousAdmin, address indexed newAdmin)',
  'event AllowlistUpdated(uint64 indexed policyId, address indexed updater, bool allowed, address[] accounts)',
  'event BlocklistUpdated(uint64 indexed policyId, address indexed updater, bool blocked, address[] accounts)',
  'event CompositePolicyUpdated(uint64 indexed policyId, address indexed updater, uint64[] childPolicyIds)',
  'error Unauthorized()',
  'error PolicyNotFound()',
  'error IncompatiblePolicyType()',
  'error ZeroAddress()',
  'error BatchSizeTooLarge(uint256 maxBatchSize)',
  'error NoPendingAdmin()',
  'error ChildPoliciesOutsideOfRange()',
  'error InvalidChildPolicy(uint64 childPolicyId)',
  'function name() view returns (string)',
  'function symbol() view returns (string)',
  'function decimals() view returns (uint8)',
  'function totalSupply() view returns (uint256)',
  'function balanceOf(address account) view returns (uint256)',
  'function allowance(address owner, address spender) view returns (uint256)',
  'function transfer(address to, uint256 amount) returns (bool)',
  'function transferWithMemo(address to, uint256 amount, bytes32 memo) returns (bool)',
  'function transferFrom(address from, address to, uint256 amount) returns (bool)',
  'function transferFromWithMemo(address from, address to, uint256 amount, bytes32 memo) returns (bool)',
  'function approve(address spender, uint256 amount) returns (bool)',
  'function mint(address to, uint256 amount) payable',
  'function mintWithMemo(address to, uint256 amount, bytes32 memo)',
  'function burn(uint256 amount)',
  'function burnWithMemo(uint256 amount, bytes32 memo)',
  'function burnBlocked(address from, uint256 amount)',
  'function seizeWithMemo(address from, address to, uint256 amount, bytes32 memo)',
  'function updateName(string newName)',
  'function updateSymbol(string newSymbol)',
  'function contractURI() view returns (string)',
  'function updateContractURI(string newURI)',
  'function supplyCap() view returns (uint256)',
  'function updateSupplyCap(uint256 newSupplyCap)',
  'function hasRole(bytes32 role, address account) view returns (bool)',
  'function getRoleAdmin(bytes32 role) view returns (bytes32)',
  'function grantRole(bytes32 role, address account)',
  'function revokeRole(bytes32 role, address account)',
  'function renounceRole(bytes32 role, address callerConfirmation)',
  'function renounceLastAdmin()',
  'function setRoleAdmin(bytes32 role, bytes32 newAdminRole)',
  'function pausedFeatures() view returns (uint8[])',
  'function isPaused(uint8 feature) view returns (bool)',
  'function pause(uint8[] features)',
  'function unpause(uint8[] features)',
  'function policyId(bytes32 policyScope) view returns (uint64)',
  'function updatePolicy(bytes32 policyScope, uint64 newPolicyId)',
  'function nonces(address owner) view returns (uint256)',
  'function DOMAIN_SEPARATOR() view returns (bytes32)',
  'function permit(address owner, address spender, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s)',
  'function eip712Domain() view returns (bytes1 fields, string name, string version, uint256 chainId, address verifyingContract, bytes32 salt, uint256[] extensions)',
  'function currency() view returns (string)',
  'function announce(bytes[] internalCalls, string id, string description, string uri)',
  'function isAnnouncementIdUsed(string id) view returns (bool)',
  'function multiplier() view returns (uint256)',
  'function newUIMultiplier() view returns (uint256)',
  'function effectiveAt() view returns (uint256)',
  'function balanceOfUI(address account) view returns (uint256)',
  'function fromUIAmount(uint256 uiAmount) view returns (uint256)',
  'function totalSupplyUI() view returns (uint256)',
  'function updateMultiplier(uint256 newMultiplier)',
  'function updateUIMultiplier(uint256 newMultiplier, uint256 effectiveAt)',
  'function cancelUIMultiplierUpdate()',
  'function supportsInterface(bytes4 interfaceId) view returns (bool)',
  'function batchMint(address[] recipients, uint256[] amounts)',
  'function extraMetadata(string key) view returns (string)',
  'function updateExtraMetadata(string key, string value)',
  'event Transfer(address indexed from, address indexed to, uint256 amount)',
  'event Approval(address indexed owner, address indexed spender, uint256 amount)',
  'event Memo(address indexed caller, bytes32 indexed memo)',
  'event BurnedBlocked(address indexed caller, address indexed from, uint256 amount)',
  'event Seized(address indexed caller, address indexed from, address indexed to, uint256 amount)',
  'event RoleGranted(bytes32 indexed role, address indexed account, address indexed sender)',
  'event RoleRevoked(bytes32 indexed role, address indexed account, address indexed sender)',
  'event RoleAdminChanged(bytes32 indexed role, bytes32 indexed previousAdminRole, bytes32 indexed newAdminRole)',
  'event LastAdminRenounced(address indexed previousAdmin)',
  'event Paused(address indexed updater, uint8[] features)',
  'event Unpaused(address indexed updater, uint8[] features)',
  'event PolicyUpdated(bytes32 indexed policyScope, uint64 oldPolicyId, uint64 newPolicyId)',
  'event SupplyCapUpdated(address indexed updater, uint256 oldSupplyCap, uint256 newSupplyCap)',
  'event ContractURIUpdated()',
  'event NameUpdated(address indexed updater, string newName)',
  'event SymbolUpdated(address indexed updater, string newSymbol)',
  'event EIP712DomainChanged()',
  'event MultiplierUpdated(uint256 multiplier)',
  'event UIMultiplierUpdated(uint256 oldMultiplier, uint256 newMultiplier, uint256 effectiveAtTimestamp)',
  'event UIMultiplierUpdateCancelled(uint256 cancelledMultiplier, uint256 cancelledEffectiveAt)',
  'event ExtraMetadataUpdated(string key, string value)',
  'event Announcement(address indexed caller, string id, string description, string uri)',
  'event EndAnnouncement(string id)',
  'error AccessControlUnauthorizedAccount(address account, bytes32 neededRole)',
  'error ContractPaused(uint8 feature)',
  'error InsufficientAllowance(address spender, uint256 allowance, uint256 needed)',
  'error InsufficientBalance(address sender, uint256 balance, uint256 needed)',
  'error InvalidSender(address sender)',
  'error InvalidReceiver(address receiver)',
  'error InvalidSpender(address spender)',
  'error EmptyFeatureSet()',
  'error InvalidSupplyCap(uint256 currentSupply, uint256 proposedCap)',
  'error SupplyCapExceeded(uint256 cap, uint256 attempted)',
  'error PolicyForbids(bytes32 policyScope, uint64 policyId)',
  'error PolicyNotFound(uint64 policyId)',
  'error UnsupportedPolicyType(bytes32 policyScope)',
  'error AccountNotSeizable(address account)',
  'error AccountNotBlocked(address account)',
  'error ExpiredSignature(uint256 deadline)',
  'error InvalidSigner(address signer, address owner)',
  'error LastAdminCannotRenounce()',
  'error NotSoleAdmin()',
  'error AccessControlBadConfirmation()',
  'error AnnouncementIdAlreadyUsed(string id)',
  'error InvalidMetadataKey()',
  'error InvalidMultiplier()',
  'error EffectiveAtInPast(uint256 effectiveAt)',
  'error EffectiveAtTooFar(uint256 effectiveAt)',
  'error UIMultiplierUpdateExists(uint256 effectiveAt)',
  'error UIMultiplierUpdateDoesNotExist()',
  'error LengthMismatch(uint256 leftLen, uint256 rightLen)',
  'error EmptyBatch()',
  'error AnnouncementInProgress()',
  'error InternalCallMalformed(bytes call)',
  'error InternalCallFailed(bytes call)',
])

/** A role or the scope of a policy. */
export const idOf = (name: string): Hex => keccak256(stringToHex(name))

export type Call = readonly [name: string, ...args: unknown[]]

/** The calldata of a function. */
export function data([functionName, ...args]: Call): Hex {
  return encodeFunctionData({ abi: b20Abi, functionName, args } as Parameters<
    typeof encodeFunctionData
  >[0])
}

/** What the factory is given to make a token of. */
export interface Given {
  readonly variant: number
  readonly params: Hex
}

const assetParameters = parseAbiParameters('(uint8, string, string, address, uint8)')
const stablecoinParameters = parseAbiParameters('(uint8, string, string, address, string)')

export function asset(admin: Address, decimals = 18, version = 1): Given {
  const values = [version, 'Gold', 'GLD', admin, decimals] as const
  return { variant: 0, params: encodeAbiParameters(assetParameters, [values]) }
}

export function stablecoin(admin: Address, currency = 'EUR', version = 1): Given {
  const values = [version, 'Euro', 'EURX', admin, currency] as const
  return { variant: 1, params: encodeAbiParameters(stablecoinParameters, [values]) }
}

/** A devnet like Base with short ways to its built-in contracts. */
export async function b20Devnet(options: DevnetOptions = {}) {
  return clientOf(await testDevnet({ network: 'base-flashblocks', ...options }))
}

export function clientOf(devnet: PreconfDevnet) {
  const transport = custom(devnet.provider, { retryCount: 0 })
  const chain = devnet.viemChain
  const client = createPublicClient({ chain, transport })
  const wallet = createWalletClient({ chain, transport })
  const [admin, alice, bob, carol] = devnet.accounts.map(({ address }) => getAddress(address)) as [
    Address,
    Address,
    Address,
    Address,
  ]

  /** What the function returns. */
  const read = async (to: Address, ...call: Call): Promise<unknown> => {
    const { data: returned = '0x' } = await client.call({ to, data: data(call) })
    return decodeFunctionResult({
      abi: b20Abi,
      functionName: call[0],
      data: returned,
    } as unknown as Parameters<typeof decodeFunctionResult>[0])
  }

  /** Sends a call in a transaction; the receipt's status, and the events as `Name(values)`. */
  const send = async (account: Address, to: Address, ...call: Call) => {
    const hash = await wallet.sendTransaction({ account, to, data: data(call), gas: 3_000_000n })
    await devnet.seal()
    const { status, logs } = await client.getTransactionReceipt({ hash })
    const events = parseEventLogs({ abi: b20Abi, logs }).map(
      ({ eventName, args }) => [eventName, ...Object.values(args ?? {})] as const,
    )
    return { hash, status, logs, events }
  }

  /** The error with which a call reverts, as its name and values. */
  const refusal = async (account: Address, to: Address, ...call: Call) => {
    const [functionName, ...args] = call
    const request = { account, address: to, abi: b20Abi, functionName, args }
    const cause = await client.simulateContract(request as never).then(
      () => undefined,
      (error: unknown) =>
        error instanceof BaseError
          ? error.walk((inner) => inner instanceof ContractFunctionRevertedError)
          : error,
    )
    if (!(cause instanceof ContractFunctionRevertedError)) return cause
    const { data: decoded, raw } = cause
    return decoded === undefined ? raw : [decoded.errorName, ...(decoded.args ?? [])]
  }

  /** Creates a token from the first account; its address, and what came of it. */
  const create = async (
    { variant, params }: Given,
    initCalls: readonly Call[] = [],
    salt: Hex = zeroHash,
  ) => {
    const token = (await read(factory, 'getB20Address', variant, admin, salt)) as Address
    const calls = initCalls.map(data)
    return { token, ...(await send(admin, factory, 'createB20', variant, salt, params, calls)) }
  }

  return {
    devnet,
    client,
    wallet,
    admin,
    alice,
    bob,
    carol,
    read,
    send,
    refusal,
    create,
    [Symbol.asyncDispose]: () => devnet[Symbol.asyncDispose](),
  }
}
