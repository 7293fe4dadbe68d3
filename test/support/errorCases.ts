import { encodeErrorResult, type Hex, parseAbi } from 'viem'
import type { Client } from '../rpc/methods/client.ts'

const alice = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'
const nobody = '0x00000000000000000000000000000000000bad01'
const dead = '0x000000000000000000000000000000000000dead'
const contract = '0x00000000000000000000000000000000000000c0'

const abi = parseAbi(['error Error(string)', 'error Panic(uint256)', 'error TooFar(uint256)'])

/** Reverts with its input. */
const echo = '0x365f5f37365ffd'

function panic(code: bigint): Hex {
  return encodeErrorResult({ abi, errorName: 'Panic', args: [code] })
}

const call = (data: Hex, more: object = {}) => ['eth_call', { to: contract, data, ...more }]
const transfer = (fields: object) => [
  'eth_sendTransaction',
  { from: alice, to: dead, gas: '0x5208', ...fields },
]
const nonce0 = { nonce: '0x0', maxFeePerGas: '0x2540be400', maxPriorityFeePerGas: '0x77359400' }

/** Requests that nodes refuse, each with what comes before it; on a chain whose block gas limit is 30,000,000. */
export const errorCases = {
  'a revert with a reason': [call(encodeErrorResult({ abi, errorName: 'Error', args: ['why'] }))],
  'a revert without data': [call('0x')],
  'a failed assert': [call(panic(0x01n))],
  'an overflow': [call(panic(0x11n))],
  'an unknown panic': [call(panic(0x99n))],
  'a custom error': [call(encodeErrorResult({ abi, errorName: 'TooFar', args: [255n] }))],
  'a custom error without arguments': [call('0x3db2a12a')],
  'a text that is none': [call('0x08c379a0')],
  'an invalid opcode': [['eth_call', { data: '0xfe' }]],
  'an opcode that is not there': [['eth_call', { data: '0x0c' }]],
  'a jump to nowhere': [['eth_call', { data: '0x5f56' }]],
  'an empty stack': [['eth_call', { data: '0x01' }]],
  'a call out of gas': [['eth_call', { data: '0x5b5f56', gas: '0x186a0' }]],
  'an estimate out of gas': [['eth_estimateGas', { data: '0x5b5f56', gas: '0x186a0' }]],
  'a call with too little gas': [['eth_call', { from: alice, to: dead, gas: '0x4e20' }]],
  'a call with more tip than fee': [
    ['eth_call', { to: dead, maxFeePerGas: '0xa', maxPriorityFeePerGas: '0x14' }],
  ],
  'too little gas': [transfer({ gas: '0x4e20' })],
  'more gas than a block has': [transfer({ gas: '0x1c9c381' })],
  'too little gas for its data': [transfer({ gas: '0x9470', data: `0x${'01'.repeat(1000)}` })],
  'a fee below the base fee': [transfer({ maxFeePerGas: '0x1', maxPriorityFeePerGas: '0x0' })],
  'a gas price below the base fee': [transfer({ gasPrice: '0x1' })],
  'more tip than fee': [transfer({ maxFeePerGas: '0xa', maxPriorityFeePerGas: '0x14' })],
  'more value than there is': [
    transfer({ value: '0x43c33c1937564800000', gasPrice: '0xa3e9ab80' }), // 20,000 ether
  ],
  'a nonce that was used': [transfer({ nonce: '0x0' }), transfer({ nonce: '0x0' })],
  'a replacement that offers no more': [
    ['evm_setAutomine', false],
    transfer(nonce0),
    transfer({ ...nonce0, value: '0x1' }),
  ],
  'the same again': [['evm_setAutomine', false], transfer(nonce0), transfer(nonce0)],
  'another chain id': [transfer({ chainId: '0x1' })],
  'another chain id without gas': [transfer({ chainId: '0x1', gas: undefined })],
  'no authorizations': [transfer({ authorizationList: [] })],
  'a percentile that is too high': [['eth_feeHistory', '0x1', 'latest', [50, 101]]],
  'percentiles out of order': [['eth_feeHistory', '0x1', 'latest', [50, 10]]],
  'a trace of no transaction': [['debug_traceTransaction', `0x${'11'.repeat(32)}`]],
  'an account without a key': [transfer({ from: nobody })],
  'init code that is too long': [
    ['eth_sendTransaction', { from: alice, data: `0x${'00'.repeat(50_000)}` }],
  ],
  'bytes that are no transaction': [['eth_sendRawTransaction', '0x1234']],
  'a block past the head': [['eth_getBalance', alice, '0x64']],
  'a hash of no block': [['eth_getBalance', alice, { blockHash: `0x${'12'.repeat(32)}` }]],
  'a time in the past': [['evm_setNextBlockTimestamp', 1]],
  'no such method': [['eth_noSuchMethod', 1]],
  'a method that is mistyped': [['eth_getBalanc', alice]],
  'a parameter that is missing': [['eth_getBalance']],
} as const satisfies Record<string, readonly (readonly unknown[])[]>

export type ErrorCase = keyof typeof errorCases

/** What a devnet refuses the last request of a case with. */
export async function refusalIn(devnet: Client, name: ErrorCase) {
  await devnet.ask('anvil_setCode', contract, echo)
  const steps = errorCases[name] as readonly (readonly [string, ...unknown[]])[]
  for (const [method, ...params] of steps.slice(0, -1)) await devnet.ask(method, ...params)
  const [method, ...params] = steps.at(-1) as readonly [string, ...unknown[]]
  return devnet.refusal(method, ...params)
}
