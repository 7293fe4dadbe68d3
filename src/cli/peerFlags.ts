const cassettes = 'remove it: --fork-cassette caches fetched state'

const threads = 'remove it: the chain runs in one thread'

const networks = 'give --network with one of the names that preconf --help shows'

const coinbase = 'remove it, and call anvil_setCoinbase once it runs'

const deploys =
  'remove it: it belongs to hardhat-deploy; while the node runs, call npx hardhat deploy --network localhost'

/** What to do instead, by the flags of Anvil, Hardhat's node and Ganache that are none here. */
const instead: Readonly<Record<string, string>> = {
  'cache-path': cassettes,
  j: threads,
  threads,
  n: networks,
  optimism: networks,
  celo: networks,
  tempo: networks,
  alphanet: 'remove it: --hardfork osaka is the newest',
  odyssey: 'remove it: --hardfork osaka is the newest',
  'no-fork-node-info': "remove it: the upstream's node info is never requested",
  'fork-state-by-number': 'remove it: upstreams without block hashes are queried by number',
  'disable-min-priority-fee': 'remove it: --priority-fee sets the suggested tip',
  color: 'set NO_COLOR or FORCE_COLOR in the environment',
  md: 'remove it: --json prints machine-readable output',
  config: 'remove it: settings are flags here (see preconf --help)',
  i: 'the id of the network is the chain id: give --chain-id',
  u: 'give --auto-impersonate, for all addresses',
  'database.db': 'give --state and a file',
  'database.dbPath': 'give --state and a file',
  db: 'give --state and a file',
  unlock: 'give --auto-impersonate, for all addresses',
  'wallet.unlockedAccounts': 'give --auto-impersonate, for all addresses',
  'wallet.lock': 'remove it: accounts are always unlocked',
  secure: 'remove it: accounts are always unlocked',
  'wallet.passphrase': 'remove it: accounts have no passphrase',
  passphrase: 'remove it: accounts have no passphrase',
  'chain.networkId': 'the id of the network is the chain id: give --chain-id',
  'network-id': 'the id of the network is the chain id: give --chain-id',
  'chain.vmErrorsOnRPCResponse': 'give --throw-on-failure',
  'chain.allowUnlimitedInitCodeSize': 'give --disable-code-size-limit',
  'chain.asyncRequestProcessing': 'remove it: requests that change the chain run one after another',
  'logging.debug': 'give --print-traces',
  'logging.file': 'remove it, and redirect the output to a file',
  'miner.instamine': 'remove it: --mining sets when blocks are sealed',
  'miner.timestampIncrement': 'remove it, and call anvil_setBlockTimestampInterval',
  'miner.defaultTransactionGasLimit': 'remove it: gas is estimated for each transaction',
  'miner.difficulty': 'remove it: there is no difficulty since the merge',
  'miner.callGasLimit': 'remove it: calls get enough gas, up to a limit',
  'miner.coinbase': coinbase,
  'miner.extraData': 'remove it, and call miner_setExtra once it runs',
  'miner.priceBump': 'remove it: a replacement must offer 10 % more',
  'server.ws': 'remove it: WebSockets are always served',
  'server.wsBinary': 'remove it: responses are text',
  'server.rpcEndpoint': 'remove it: JSON-RPC is served at /',
  'server.chunkSize': 'remove it: responses are sent whole',
  ...Object.fromEntries(
    ['no-deploy', 'no-reset', 'reset', 'no-impersonation', 'tags', 'deploy-scripts', 'export']
      .concat('export-all', 'write', 'watch', 'gasprice')
      .map((name) => [name, deploys]),
  ),
  'show-stack-traces': 'remove it: errors always include causes and stack traces',
  'max-memory': 'set NODE_OPTIONS=--max-old-space-size=… in the environment',
  noVMErrorsOnRPCResponse: 'remove it: this is the default',
  vmErrorsOnRPCResponse: 'give --throw-on-failure',
  debug: 'give --print-traces',
  mem: 'remove it',
  keepAliveTimeout: 'remove it: connections are kept while clients use them',
  lock: 'remove it: accounts are always unlocked',
  instamine: 'remove it: --mining sets when blocks are sealed',
  db_path: 'give --state and a file',
  flavor: 'unsupported; remove it',
  D: 'remove it, and start preconf in the background (&)',
  detach: 'remove it, and start preconf in the background (&)',
}

/** What to do instead of a flag of another node, which has its spelling; none for any other word. */
export function insteadOfPeerFlag(spelling: string): string | undefined {
  if (Object.hasOwn(instead, spelling)) return instead[spelling]
  return spelling.startsWith('fork.') ? 'see the flags --fork-… in preconf --help' : undefined
}
