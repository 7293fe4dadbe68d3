import fc from 'fast-check'
import type { Hex } from '../../src/lib/hex.ts'
import { type Client, word } from '../rpc/methods/client.ts'
import { bob } from './transfers.ts'

/** Something that a test does to a devnet. What comes of it is compared too. */
export type Deed = (devnet: Client) => Promise<unknown>

/** Accounts of the default mnemonic. */
const accounts: readonly Hex[] = [
  '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266',
  '0x70997970c51812dc3a010c7d01b50e0d17dc79c8',
  '0x3c44cdddb6a900fa2b585dd299e03d12fa4293bc',
]

const small = fc.nat({ max: 3 })
const account = fc.constantFrom(...accounts)

/** A deed with a name that fast-check shows. */
function named(name: string, deed: Deed): Deed {
  return Object.assign(deed, { [fc.toStringMethod]: () => name })
}

function asked(method: string, ...params: unknown[]): Deed {
  const name = `${method} ${JSON.stringify(params)}`
  return named(name, (devnet) => devnet.ask(method, ...params))
}

interface Transfer {
  readonly from: Hex
  /** How many nonces are left out. */
  readonly ahead: number
  readonly tip: number
  readonly value: number
}

function transfer({ from, ahead, tip, value }: Transfer): Deed {
  return named(`transfer ${JSON.stringify({ from, ahead, tip, value })}`, async (devnet) => {
    const nonce = Number(await devnet.ask('eth_getTransactionCount', from, 'pending'))
    return devnet.ask('eth_sendTransaction', {
      from,
      to: bob,
      gas: '0x5208',
      nonce: `0x${(nonce + ahead).toString(16)}`,
      maxFeePerGas: '0x2540be400',
      maxPriorityFeePerGas: `0x${(tip + 1).toString(16)}`,
      value: `0x${value.toString(16)}`,
    })
  })
}

function nextTimestamp(ahead: number): Deed {
  return named(`next timestamp ${ahead}`, async (devnet) => {
    const { timestamp } = await devnet.ask('eth_getBlockByNumber', 'latest', false)
    return devnet.ask('evm_setNextBlockTimestamp', Number(timestamp) + 1 + ahead * 20)
  })
}

const deed: fc.Arbitrary<Deed> = fc.oneof(
  {
    arbitrary: fc
      .record({ from: account, ahead: fc.constantFrom(0, 0, 0, 1), tip: small, value: small })
      .map(transfer),
    weight: 8,
  },
  { arbitrary: fc.constant(asked('preconf_flashblock')), weight: 4 },
  { arbitrary: fc.constant(asked('preconf_seal')), weight: 3 },
  small.map((blocks) => asked('anvil_mine', blocks, 7)),
  small.map((ms) => asked('preconf_advance', ms * 400)),
  small.map((balance) => asked('anvil_setBalance', bob, balance)),
  account.map((address) => asked('anvil_addBalance', address, 1_000)),
  fc.tuple(account, small).map(([address, nonce]) => asked('anvil_setNonce', address, nonce)),
  small.map((value) => asked('anvil_setStorageAt', bob, value, word(value))),
  small.map((length) => asked('anvil_setCode', bob, `0x${'5b'.repeat(length)}`)),
  small.map((fee) => asked('anvil_setNextBlockBaseFeePerGas', 10 ** (fee * 3))),
  small.map((value) => asked('anvil_setCoinbase', `0x${`${value}`.repeat(40)}`)),
  small.map((value) => asked('evm_setBlockGasLimit', 1_000_000 + value)),
  small.map((value) => asked('anvil_setPrevRandao', word(value))),
  small.map((seconds) => asked('evm_increaseTime', seconds * 30)),
  small.map(nextTimestamp),
  small.map((seconds) => asked('anvil_setBlockTimestampInterval', seconds)),
  fc.constant(asked('anvil_removeBlockTimestampInterval')),
  small.map((id) => asked('anvil_setChainId', 31_337 + id)),
  fc.constantFrom(
    asked('anvil_impersonateAccount', bob),
    asked('hardhat_stopImpersonatingAccount', bob),
    asked('anvil_autoImpersonateAccount', true),
    asked('anvil_autoImpersonateAccount', false),
    asked('eth_sendTransaction', { from: bob, to: bob, gas: '0x5208' }),
    asked('evm_addAccount', bob, ''),
  ),
  fc.constantFrom(
    asked('preconf_setFault', { kind: 'dropAtSeal', probability: 0.5, times: 2 }),
    asked('preconf_setFault', { kind: 'reorderAtSeal', order: 'shuffle' }),
    asked('preconf_setFault', { kind: 'skipFlashblock' }),
    asked('preconf_setFault', { kind: 'repeatFlashblock', index: 1 }),
    asked('preconf_setFault', { kind: 'sealWithoutFlashblocks', count: 1 }),
    asked('preconf_clearFaults'),
  ),
  fc.constantFrom(
    asked('anvil_dropAllTransactions'),
    asked('preconf_rollback'),
    asked('preconf_rollback', 1, { requeue: true }),
    asked('preconf_reorg', 1),
  ),
)

/** One that leaves no transaction behind. */
export const quietDeed: fc.Arbitrary<Deed> = fc.oneof(
  small.map((ms) => asked('preconf_advance', ms * 400)),
  small.map((balance) => asked('anvil_setBalance', bob, balance)),
  small.map((seconds) => asked('evm_increaseTime', seconds * 30)),
  small.map(nextTimestamp),
  small.map((value) => asked('anvil_setPrevRandao', word(value))),
  fc.constant(asked('preconf_flashblock')),
)

/** Some, one after the other. */
export const deeds = fc.array(deed, { maxLength: 10 })

/** What came of it: the answer, or the words of the refusal. */
function outcome(answer: Promise<unknown>): Promise<unknown> {
  return answer.catch((error: Error) => ({ refused: error.message }))
}

/** What came of each. */
export async function run(devnet: Client, all: readonly Deed[]): Promise<readonly unknown[]> {
  const outcomes: unknown[] = []
  for (const one of all) outcomes.push(await outcome(one(devnet)))
  return outcomes
}

/** All that can be read, and what has become of the transactions among the outcomes. */
export async function everything(
  devnet: Client,
  outcomes: readonly unknown[] = [],
): Promise<unknown> {
  const hashes = outcomes.filter((made) => typeof made === 'string' && made.length === 66)
  const head = Number(await devnet.ask('eth_blockNumber'))
  const numbers = Array.from({ length: head + 1 }, (_, number) => `0x${number.toString(16)}`)
  const places = [
    'latest',
    'pending',
    ...[0, 1, 2].map((flashblock) => ({
      blockNumber: 'pending',
      flashblock,
    })),
  ]
  const blocks = [...numbers, 'pending']
  const questions: [string, ...unknown[]][] = [
    ...blocks.map((block): [string, ...unknown[]] => ['eth_getBlockByNumber', block, true]),
    ...blocks.map((block): [string, ...unknown[]] => ['eth_getBlockReceipts', block]),
    ...[...accounts, bob].flatMap((account) =>
      places.flatMap((place): [string, ...unknown[]][] => [
        ['eth_getBalance', account, place],
        ['eth_getTransactionCount', account, place],
      ]),
    ),
    ...places.map((place): [string, ...unknown[]] => [
      'eth_getStorageValues',
      { [bob]: [word(1)] },
      place,
    ]),
    ['eth_getProof', bob, ['0x1', '0x2'], 'latest'],
    ['eth_getCode', bob, 'pending'],
    ['eth_call', { data: '0x425f5260205ff3' }, 'pending'],
    ['eth_getLogs', { fromBlock: 'earliest', toBlock: 'pending' }],
    ['eth_coinbase'],
    ['eth_gasPrice'],
    ['eth_chainId'],
    ['eth_accounts'],
    ['txpool_content'],
    ['preconf_listFaults'],
    ['anvil_nodeInfo'],
    ...hashes.map((hash): [string, ...unknown[]] => ['preconf_getTransaction', hash]),
  ]
  const answers = await Promise.all(
    questions.map(([method, ...params]) => outcome(devnet.ask(method, ...params))),
  )
  return { now: devnet.clock.now(), answers }
}
