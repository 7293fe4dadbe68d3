import { expect, it } from 'vitest'
import { extensions } from '../../../../src/app/extensions.ts'
import { createMethods } from '../../../../src/rpc/methods/methods.ts'
import { bob } from '../../../support/transfers.ts'
import { client, word } from '../client.ts'

const one = '0x1'
const noon = 1_767_225_600 + 12 * 3600
const offset = 12 * 3600
const hash = word(1)
/** `{"accounts":{}}` */
const emptyState = '0x7b226163636f756e7473223a7b7d7d'

/** Each name of a method for development with arguments, and what a fresh devnet answers. */
const calls: readonly (readonly [
  names: readonly string[],
  params: readonly unknown[],
  answer: unknown,
])[] = [
  [['evm_mine'], [], '0x0'],
  [['anvil_mine'], [one, one], null],
  [['hardhat_mine'], [one, one], true],
  [
    ['evm_mine_detailed', 'anvil_mine_detailed', 'anvil_mineDetailed'],
    [{ blocks: 1 }],
    [expect.objectContaining({ number: '0x1', transactions: [] })],
  ],
  [['anvil_setAutomine', 'evm_setAutomine'], [true], null],
  [['hardhat_setAutomine', 'ganache_setAutomine'], [true], true],
  [
    ['anvil_getAutomine', 'hardhat_getAutomine', 'ganache_getAutomine', 'evm_getAutomine'],
    [],
    false,
  ],
  [['anvil_setIntervalMining', 'evm_setIntervalMining'], [0.5], null],
  [['anvil_getLastBlockWallTime'], [], 1_767_225_600],
  [['anvil_impersonateSignature'], [`0x${'11'.repeat(65)}`, bob], null],
  [['hardhat_setIntervalMining', 'ganache_setIntervalMining'], [500], true],
  [
    [
      'anvil_getIntervalMining',
      'hardhat_getIntervalMining',
      'ganache_getIntervalMining',
      'evm_getIntervalMining',
    ],
    [],
    null,
  ],
  [['evm_increaseTime', 'anvil_increaseTime'], ['0xa8c0'], offset],
  [['hardhat_increaseTime'], [offset], String(offset)],
  [['evm_setTime', 'anvil_setTime', 'hardhat_setTime'], [noon], offset],
  [['evm_setNextBlockTimestamp', 'anvil_setNextBlockTimestamp'], [noon], null],
  [['hardhat_setNextBlockTimestamp'], [noon], String(noon)],
  [['anvil_setBlockTimestampInterval', 'evm_setBlockTimestampInterval'], [12], null],
  [['hardhat_setBlockTimestampInterval', 'ganache_setBlockTimestampInterval'], [12_000], true],
  [
    [
      'anvil_removeBlockTimestampInterval',
      'hardhat_removeBlockTimestampInterval',
      'ganache_removeBlockTimestampInterval',
      'evm_removeBlockTimestampInterval',
    ],
    [],
    false,
  ],
  [
    [
      'anvil_getGenesisTime',
      'hardhat_getGenesisTime',
      'ganache_getGenesisTime',
      'evm_getGenesisTime',
    ],
    [],
    1_767_225_600,
  ],
  [['anvil_setBalance', 'tenderly_setBalance', 'evm_setBalance'], [bob, one], null],
  [['hardhat_setBalance', 'ganache_setBalance', 'evm_setAccountBalance'], [bob, one], true],
  [['anvil_addBalance', 'tenderly_addBalance', 'evm_addBalance'], [bob, one], null],
  [['hardhat_addBalance', 'ganache_addBalance'], [bob, one], true],
  [['anvil_setCode', 'evm_setCode'], [bob, '0x00'], null],
  [['hardhat_setCode', 'ganache_setCode', 'evm_setAccountCode'], [bob, '0x00'], true],
  [['anvil_setNonce', 'evm_setNonce'], [bob, one], null],
  [['hardhat_setNonce', 'ganache_setNonce', 'evm_setAccountNonce'], [bob, one], true],
  [
    [
      'anvil_setStorageAt',
      'hardhat_setStorageAt',
      'ganache_setStorageAt',
      'evm_setStorageAt',
      'evm_setAccountStorageAt',
    ],
    [bob, one, word(1)],
    true,
  ],
  [['anvil_impersonateAccount', 'evm_impersonateAccount'], [bob], null],
  [['hardhat_impersonateAccount', 'ganache_impersonateAccount'], [bob], true],
  [['anvil_stopImpersonatingAccount', 'evm_stopImpersonatingAccount'], [bob], null],
  [['hardhat_stopImpersonatingAccount', 'ganache_stopImpersonatingAccount'], [bob], false],
  [['anvil_autoImpersonateAccount', 'evm_autoImpersonateAccount'], [true], null],
  [['hardhat_autoImpersonateAccount', 'ganache_autoImpersonateAccount'], [true], true],
  [['anvil_setCoinbase', 'evm_setCoinbase'], [bob], null],
  [['hardhat_setCoinbase', 'ganache_setCoinbase'], [bob], true],
  [['anvil_setNextBlockBaseFeePerGas', 'evm_setNextBlockBaseFeePerGas'], [one], null],
  [['hardhat_setNextBlockBaseFeePerGas', 'ganache_setNextBlockBaseFeePerGas'], [one], true],
  [
    ['evm_setBlockGasLimit', 'anvil_setBlockGasLimit', 'hardhat_setBlockGasLimit'],
    [10_000_000],
    true,
  ],
  [['anvil_setNextBlockPrevRandao', 'anvil_setPrevRandao', 'evm_setPrevRandao'], [word(1)], null],
  [['hardhat_setPrevRandao', 'hardhat_setNextBlockPrevRandao'], [word(1)], true],
  [['anvil_setChainId', 'evm_setChainId'], [5], null],
  [['hardhat_setChainId', 'ganache_setChainId'], [5], true],
  [['anvil_dropTransaction', 'evm_dropTransaction', 'ganache_dropTransaction'], [hash], null],
  [['hardhat_dropTransaction'], [hash], false],
  [['anvil_dropAllTransactions', 'evm_dropAllTransactions'], [], null],
  [['hardhat_dropAllTransactions', 'ganache_dropAllTransactions'], [], true],
  [['anvil_removePoolTransactions', 'evm_removePoolTransactions'], [bob], null],
  [['hardhat_removePoolTransactions', 'ganache_removePoolTransactions'], [bob], true],
  [['anvil_setLoggingEnabled', 'evm_setLoggingEnabled'], [false], null],
  [['hardhat_setLoggingEnabled', 'ganache_setLoggingEnabled'], [false], true],
  [['anvil_enableTraces', 'evm_enableTraces'], [], null],
  [['hardhat_enableTraces', 'ganache_enableTraces'], [], true],
  [
    ['hardhat_addCompilationResult', 'anvil_addCompilationResult', 'evm_addCompilationResult'],
    ['0.8.28', {}, {}],
    true,
  ],
  [['evm_snapshot', 'anvil_snapshot', 'hardhat_snapshot'], [], '0x1'],
  [['evm_revert', 'anvil_revert', 'hardhat_revert'], [one], false],
  [['anvil_reset', 'evm_reset'], [], null],
  [['hardhat_reset', 'ganache_reset'], [], true],
  [
    ['anvil_nodeInfo', 'hardhat_nodeInfo', 'ganache_nodeInfo', 'evm_nodeInfo'],
    [],
    expect.objectContaining({ currentBlockNumber: '0x0', hardFork: 'osaka' }),
  ],
  [
    ['anvil_metadata', 'hardhat_metadata', 'ganache_metadata', 'evm_metadata'],
    [],
    expect.objectContaining({ chainId: 31_337, latestBlockNumber: 0 }),
  ],
  [['miner_start', 'miner_stop'], [], true],
  [
    ['anvil_dumpState', 'hardhat_dumpState', 'ganache_dumpState', 'evm_dumpState'],
    [],
    expect.stringMatching(/^0x1f8b/),
  ],
  [
    ['anvil_loadState', 'hardhat_loadState', 'ganache_loadState', 'evm_loadState'],
    [emptyState],
    true,
  ],
  [['anvil_getBlobByHash', 'anvil_getBlobsByTransactionHash'], [hash], null],
  [['evm_addAccount'], [bob, ''], true],
  [['evm_removeAccount'], [bob, ''], false],
]

/** Names of `anvil_dealERC20`; a fresh devnet has no token. */
const dealNames = [
  'anvil_dealERC20',
  'anvil_dealErc20',
  'anvil_setERC20Balance',
  'anvil_setErc20Balance',
  'anvil_deal',
  'hardhat_dealERC20',
  'hardhat_dealErc20',
  'hardhat_setERC20Balance',
  'hardhat_setErc20Balance',
  'hardhat_deal',
  'evm_dealERC20',
  'evm_setERC20Balance',
]

/** Names of `anvil_setERC20Allowance`. */
const allowanceNames = [
  'anvil_setERC20Allowance',
  'anvil_setErc20Allowance',
  'hardhat_setERC20Allowance',
  'hardhat_setErc20Allowance',
  'evm_setERC20Allowance',
]

/** Each name of a method that a fresh devnet refuses, with the reason. */
const refused: readonly (readonly [
  names: readonly string[],
  params: readonly unknown[],
  reason: RegExp,
])[] = [
  [
    [
      'anvil_setMinGasPrice',
      'hardhat_setMinGasPrice',
      'ganache_setMinGasPrice',
      'evm_setMinGasPrice',
    ],
    [one],
    /_setMinGasPrice is not supported when EIP-1559 is active$/,
  ],
  [
    ['anvil_setRpcUrl', 'hardhat_setRpcUrl', 'ganache_setRpcUrl', 'evm_setRpcUrl'],
    ['http://127.0.0.1:1'],
    /^Forking not enabled/,
  ],
  [['anvil_rollback', 'anvil_reorg'], [0], /^cannot remove 0 blocks/],
  [dealNames, [bob, bob, one], /^no slot makes 0x70a08231 of 0x0{38}b0 return 1/],
  [allowanceNames, [bob, bob, bob, one], /^no slot makes 0xdd62ed3e of 0x0{38}b0 return 1/],
]

const each = calls.flatMap(([names, params, answer]) =>
  names.map((name) => ({ name, params, answer })),
)
const eachRefused = refused.flatMap(([names, params, reason]) =>
  names.map((name) => ({ name, params, reason })),
)

it.each(each)('$name answers as the node that calls it so', async ({ name, params, answer }) => {
  await using devnet = await client()
  expect(await devnet.ask(name, ...params)).toEqual(answer)
})

it.each(eachRefused)('$name is refused with the reason', async ({ name, params, reason }) => {
  await using devnet = await client()
  expect((await devnet.refusal(name, ...params)).message).toMatch(reason)
})

it('calls every name that there is', () => {
  const isForDevelopment = /^(anvil|hardhat|ganache|evm|tenderly)_|^miner_(start|stop)$/
  const names = createMethods({ chainName: 'base' }, extensions)
    .flatMap((method) => [method.name, ...method.aliases])
    .filter((name) => isForDevelopment.test(name))
  expect([...each, ...eachRefused].map(({ name }) => name).sort()).toEqual(names.sort())
})
