import { describe, expect, test } from 'vitest'
import { parseCommand } from '../../src/cli/command.ts'
import { UsageError } from '../../src/cli/usageErrors.ts'

/** All that `anvil --help` of Anvil 1.7.1 has, but what only shows help, and the two that 1.8 adds. */
const ofAnvil = `
  -a --accounts -b --block-time --balance --config-out --derivation-path --dump-state --hardfork --init
  --ipc -j --threads --load-state -m --mnemonic --max-persisted-states --max-transactions
  --mixed-mining --mnemonic-random --mnemonic-seed-unsafe --no-mining --number --order -p --port
  --preserve-historical-states --prune-history -s --state-interval --slots-in-an-epoch --state
  --timestamp --transaction-block-keeper --color --json --md -q --quiet -v --verbosity --allow-origin
  --cache-path --host --no-cors --no-request-size-limit --compute-units-per-second -f --fork-url
  --fork-block-number --fork-chain-id --fork-header --fork-retry-backoff --fork-transaction-hash
  --no-rate-limit --no-storage-caching --retries --timeout --block-base-fee-per-gas --chain-id
  --code-size-limit --disable-block-gas-limit --disable-code-size-limit --disable-min-priority-fee
  --enable-tx-gas-limit --gas-limit --gas-price --auto-impersonate --disable-console-log
  --disable-default-create2-deployer --disable-pool-balance-checks --memory-limit --print-traces
  --steps-tracing --celo -n --network --no-fork-node-info --fork-state-by-number`

/** Of `hardhat help node` of Hardhat 2.29.1. */
const ofHardhat = '--fork --fork-block-number --hostname --port'

/** Of `ganache --help` of Ganache 7.9.2, but what only shows help; `-h` is that here. */
const ofGanache = `
  --chain.allowUnlimitedContractSize --chain.allowUnlimitedInitCodeSize --chain.asyncRequestProcessing
  --chain.chainId -i --chain.networkId -t --chain.time -k --chain.hardfork
  --chain.vmErrorsOnRPCResponse --database.dbPath --logging.debug -q --logging.quiet -v
  --logging.verbose --logging.file -b --miner.blockTime --miner.timestampIncrement -g
  --miner.defaultGasPrice -l --miner.blockGasLimit --miner.defaultTransactionGasLimit
  --miner.difficulty --miner.callGasLimit --miner.instamine --miner.coinbase --miner.extraData
  --miner.priceBump --wallet.accounts -a --wallet.totalAccounts -d --wallet.deterministic -s
  --wallet.seed -m --wallet.mnemonic -u --wallet.unlockedAccounts -n --wallet.lock
  --wallet.passphrase --wallet.accountKeysPath -e --wallet.defaultBalance --wallet.hdPath -f
  --fork.url --fork.network --fork.blockNumber --fork.preLatestConfirmations --fork.username
  --fork.password --fork.jwt --fork.userAgent --fork.origin --fork.headers --fork.requestsPerSecond
  --fork.disableCache --fork.deleteCache -p --server.port --server.host --server.ws
  --server.wsBinary --server.rpcEndpoint --server.chunkSize --flavor -D --detach --defaultBalanceEther
  --account --account_keys_path --acctKeys --time --debug --show-stack-traces --export-all`

/** What is said against the flag; nothing when it is one. */
async function saidOf(words: readonly string[]): Promise<string | undefined> {
  try {
    await parseCommand(words, {})
    return undefined
  } catch (error) {
    if (error instanceof UsageError) return error.message
    throw error
  }
}

describe.each([
  ['Anvil', ofAnvil],
  ['Hardhat', ofHardhat],
  ['Ganache', ofGanache],
])('each flag of %s', (_node, flags) => {
  test.each(flags.trim().split(/\s+/))(
    '%s is one here, or is told what to do instead',
    async (flag) => {
      const said = await saidOf([flag])
      if (said !== undefined) expect(said).not.toMatch(/did you mean|see preconf --help$/)
    },
  )
})

test.each([
  [['--fork.disableCache'], 'unknown flag --fork.disableCache: see the flags --fork-'],
  [['--cache-path', 'cache'], 'unknown flag --cache-path: remove it: '],
  [['--threads', '2'], 'unknown flag --threads: remove it'],
  [['--wallet.unlockedAccounts', '0x1'], 'give --auto-impersonate'],
  [['--database.dbPath', 'chain'], 'give --state'],
  [['--no-deploy'], 'hardhat-deploy'],
  [['--tags', 'all'], 'hardhat-deploy'],
  [['--max-memory', '4096'], 'NODE_OPTIONS'],
  [['--noVMErrorsOnRPCResponse'], 'this is the default'],
])('%j: what to do instead', async (words, said) => {
  expect(await saidOf(words)).toContain(said)
})
