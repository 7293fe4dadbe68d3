const cassettes = 'leave it out: what was fetched is kept in --fork-cassette, where that is given'

const threads = 'leave it out: the chain runs in one thread'

const networks = 'give --network with one of the names that preconf --help shows'

const coinbase = 'leave it out, and call anvil_setCoinbase when it runs'

const deploys =
  'leave it out: it is of hardhat-deploy: when the node runs, call npx hardhat deploy --network localhost'

/** What to do instead, by the flags of Anvil, Hardhat's node and Ganache that are none here. */
const instead: Readonly<Record<string, string>> = {
  'cache-path': cassettes,
  j: threads,
  threads,
  n: networks,
  optimism: networks,
  celo: networks,
  tempo: networks,
  alphanet: 'leave it out: newer rules than --hardfork osaka are not there',
  odyssey: 'leave it out: newer rules than --hardfork osaka are not there',
  'no-fork-node-info': 'leave it out: a live chain is not asked what node it is',
  'fork-state-by-number':
    'leave it out: where a live chain knows no hashes of blocks, it is asked by number',
  'disable-min-priority-fee': 'leave it out: --priority-fee sets what is suggested',
  color: 'set NO_COLOR or FORCE_COLOR in the environment',
  md: 'leave it out: --json prints lines for programs',
  config: 'leave it out: settings are flags here (see preconf --help)',
  i: 'the id of the network is the chain id: give --chain-id',
  u: 'give --auto-impersonate, for all addresses',
  'database.db': 'give --state and a file',
  'database.dbPath': 'give --state and a file',
  db: 'give --state and a file',
  unlock: 'give --auto-impersonate, for all addresses',
  'wallet.unlockedAccounts': 'give --auto-impersonate, for all addresses',
  'wallet.lock': 'leave it out: accounts are unlocked, and a wallet signs by itself',
  secure: 'leave it out: accounts are unlocked, and a wallet signs by itself',
  'wallet.passphrase': 'leave it out: accounts are unlocked and have no passphrase',
  passphrase: 'leave it out: accounts are unlocked and have no passphrase',
  'chain.networkId': 'the id of the network is the chain id: give --chain-id',
  'network-id': 'the id of the network is the chain id: give --chain-id',
  'chain.vmErrorsOnRPCResponse': 'give --throw-on-failure',
  'chain.allowUnlimitedInitCodeSize': 'give --disable-code-size-limit',
  'chain.asyncRequestProcessing': 'leave it out: what changes the chain is done in turn',
  'logging.debug': 'give --print-traces',
  'logging.file': 'leave it out, and let the shell write the output to a file',
  'miner.instamine': 'leave it out: --mining says when blocks are sealed',
  'miner.timestampIncrement': 'leave it out, and call anvil_setBlockTimestampInterval',
  'miner.defaultTransactionGasLimit': 'leave it out: the gas of a transaction is estimated',
  'miner.difficulty': 'leave it out: there is no difficulty since the merge',
  'miner.callGasLimit': 'leave it out: a call has as much gas as it needs, up to a limit',
  'miner.coinbase': coinbase,
  'miner.extraData': 'leave it out, and call miner_setExtra when it runs',
  'miner.priceBump': 'leave it out: a replacement must offer 10 % more',
  'server.ws': 'leave it out: WebSockets are always served',
  'server.wsBinary': 'leave it out: answers are texts',
  'server.rpcEndpoint': 'leave it out: JSON-RPC is served at /',
  'server.chunkSize': 'leave it out: answers are sent whole',
  ...Object.fromEntries(
    ['no-deploy', 'no-reset', 'reset', 'no-impersonation', 'tags', 'deploy-scripts', 'export']
      .concat('export-all', 'write', 'watch', 'gasprice')
      .map((name) => [name, deploys]),
  ),
  'show-stack-traces': 'leave it out: errors have their causes, and contracts their stack traces',
  'max-memory': 'set NODE_OPTIONS=--max-old-space-size=… in the environment',
  noVMErrorsOnRPCResponse: 'leave it out: it is so by default',
  vmErrorsOnRPCResponse: 'give --throw-on-failure',
  debug: 'give --print-traces',
  mem: 'leave it out',
  keepAliveTimeout: 'leave it out: connections are kept while clients use them',
  lock: 'leave it out: accounts are unlocked, and a wallet signs by itself',
  instamine: 'leave it out: --mining says when blocks are sealed',
  db_path: 'give --state and a file',
  flavor: 'leave it out: there is one kind of chain',
  D: 'leave it out, and let the shell start it in the background (&)',
  detach: 'leave it out, and let the shell start it in the background (&)',
}

/** What to do instead of a flag of another node, which has its spelling; none for any other word. */
export function insteadOfPeerFlag(spelling: string): string | undefined {
  if (Object.hasOwn(instead, spelling)) return instead[spelling]
  return spelling.startsWith('fork.') ? 'see the flags --fork-… in preconf --help' : undefined
}
