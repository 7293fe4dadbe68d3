import { describe, expect, it } from 'vitest'
import type { CompatName } from '../../../src/types/options/options.ts'
import { type Client, client } from '../../rpc/methods/client.ts'

// What Anvil 1.7.1 and Hardhat 2.29.1 answer, and geth 1.16.

const from = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'
const to = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8'
const gasPrice = '0x77359400'

const open = (compat: CompatName | undefined) =>
  client({ ...(compat && { compat }), mining: 'auto' })

const callLike = ['eth_call', 'eth_estimateGas'] as const

describe('a gas price and fees of EIP-1559 at once', () => {
  const requests = [
    { from, to, gasPrice, maxFeePerGas: '0x77359401', maxPriorityFeePerGas: '0x1' },
    { from, to, gasPrice, maxFeePerGas: '0x77359401' },
    { from, to, gasPrice, maxPriorityFeePerGas: '0x1' },
  ]

  it.each([undefined, 'anvil'] as const)('with compat %s the gas price counts', async (compat) => {
    await using devnet = await open(compat)
    for (const request of requests) {
      const hash = await devnet.send(request)
      const sent = await devnet.ask('eth_getTransactionByHash', hash)
      expect(sent).toMatchObject({ type: '0x0', gasPrice })
      expect(await devnet.ask('eth_call', request)).toBe('0x')
      expect(await devnet.ask('eth_estimateGas', request)).toBe('0x5208')
    }
  })

  it.each([
    [
      'geth',
      ...Array(3).fill('both gasPrice and (maxFeePerGas or maxPriorityFeePerGas) specified'),
    ],
    [
      'hardhat',
      'Cannot send both gasPrice and maxFeePerGas params',
      'Cannot send both gasPrice and maxFeePerGas params',
      'Cannot send both gasPrice and maxPriorityFeePerGas',
    ],
  ] as const)('with compat %s it is refused', async (compat, ...messages) => {
    await using devnet = await open(compat)
    for (const [index, request] of requests.entries()) {
      for (const method of [...callLike, 'eth_sendTransaction']) {
        const refusal = { code: -32000, message: messages[index] }
        expect(await devnet.refusal(method, request)).toMatchObject(refusal)
      }
    }
  })
})

describe('a request without recipient and data', () => {
  const answers = async (devnet: Client) => {
    const received = []
    for (const method of [...callLike, 'eth_sendTransaction']) {
      const answer = devnet.ask(method, { from, value: '0x1', gas: '0x30d40' })
      received.push(
        await answer.then(
          () => 'taken',
          ({ message }) => message,
        ),
      )
    }
    return received
  }
  const refused = 'contract creation without any data provided'

  it.each([
    [undefined, ['taken', 'taken', refused]],
    ['geth', ['taken', 'taken', refused]],
    ['anvil', ['taken', 'taken', 'taken']],
    ['hardhat', Array(3).fill('Contract creation without any data provided')],
  ] as const)('with compat %s', async (compat, wanted) => {
    await using devnet = await open(compat)
    expect(await answers(devnet)).toEqual(wanted)
  })

  it('makes a contract without code in Anvil', async () => {
    await using devnet = await open('anvil')
    const hash = await devnet.send({ value: '0x1' })
    const receipt = await devnet.ask('eth_getTransactionReceipt', hash)
    expect(receipt).toMatchObject({ status: '0x1', gasUsed: '0xcf08', to: null })
    expect(await devnet.ask('eth_getBalance', receipt.contractAddress)).toBe('0x1')
  })
})
