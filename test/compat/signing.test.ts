import {
  BrowserProvider,
  JsonRpcProvider,
  Transaction,
  verifyMessage as verifyEthersMessage,
  verifyTypedData as verifyEthersTypedData,
} from 'ethers'
import {
  createPublicClient,
  createWalletClient,
  custom,
  http,
  keccak256,
  parseTransaction,
  recoverTransactionAddress,
  type TransactionSerialized,
  testActions,
} from 'viem'
import { expect, test } from 'vitest'
import type { PreconfDevnet } from '../../src/types/devnet.ts'
import { preconfChain } from '../support/clients.ts'
import { testDevnet } from '../support/testDevnet.ts'
import { bob } from '../support/transfers.ts'

const ways = ['in process', 'HTTP'] as const

/** What OpenSea's orders look like: structs in arrays in a struct, and the long names of numbers. */
const order = {
  domain: {
    name: 'Seaport',
    version: '1.5',
    chainId: 31_337,
    verifyingContract: '0x00000000000000ADc04C56Bf30aC9d3c0aAF14dC',
  },
  types: {
    OrderComponents: [
      { name: 'offerer', type: 'address' },
      { name: 'offer', type: 'OfferItem[]' },
      { name: 'fees', type: 'uint16[2]' },
      { name: 'salt', type: 'uint256' },
      { name: 'zoneHash', type: 'bytes32' },
      { name: 'isPrivate', type: 'bool' },
      { name: 'note', type: 'string' },
      { name: 'extra', type: 'bytes' },
    ],
    OfferItem: [
      { name: 'token', type: 'address' },
      { name: 'startAmount', type: 'uint256' },
      { name: 'delta', type: 'int64' },
    ],
  },
  primaryType: 'OrderComponents',
  message: {
    offerer: bob,
    offer: [
      { token: bob, startAmount: 2n ** 200n, delta: -5n },
      { token: bob, startAmount: 0n, delta: 5n },
    ],
    fees: [250, 1],
    salt: 0x360c6ebe0000000000000000000000000000000000000000n,
    zoneHash: `0x${'5a'.repeat(32)}`,
    isPrivate: true,
    note: 'ünïcode ✓',
    extra: '0x',
  },
} as const

async function viemClients(devnet: PreconfDevnet, way: (typeof ways)[number]) {
  const transport =
    way === 'in process'
      ? custom(devnet.provider)
      : http((await devnet.listen({ port: 0 })).url, { retryCount: 0 })
  const wallet = createWalletClient({ chain: preconfChain, transport })
  return { wallet, reader: createPublicClient({ chain: preconfChain, transport }) }
}

async function ethersProvider(devnet: PreconfDevnet, way: (typeof ways)[number]) {
  if (way === 'in process') return new BrowserProvider(devnet.provider)
  return new JsonRpcProvider((await devnet.listen({ port: 0 })).url)
}

test.each(ways)('%s: viem signs with an account of the node', async (way) => {
  await using devnet = await testDevnet()
  const { wallet, reader } = await viemClients(devnet, way)
  const [, account] = await wallet.requestAddresses()
  if (account === undefined) throw new RangeError('no account')
  expect(await wallet.getAddresses()).toContain(account)

  const message = 'hello ✓'
  const signature = await wallet.signMessage({ account, message })
  expect(await reader.verifyMessage({ address: account, message, signature })).toBe(true)
  const raw = { raw: '0x00ff' } as const
  const ofBytes = await wallet.signMessage({ account, message: raw })
  const asked = { address: account, message: raw, signature: ofBytes }
  expect(await reader.verifyMessage(asked)).toBe(true)

  const typed = await wallet.signTypedData({ account, ...order })
  const verified = await reader.verifyTypedData({ address: account, ...order, signature: typed })
  expect(verified).toBe(true)

  const request = { to: bob, value: 5n, gas: 21_000n, nonce: 0 } as const
  const signed = (await wallet.signTransaction({ account, ...request })) as TransactionSerialized
  expect(parseTransaction(signed)).toMatchObject({ ...request, chainId: 31_337 })
  const signer = await recoverTransactionAddress({ serializedTransaction: signed })
  expect(signer.toLowerCase()).toBe(account.toLowerCase())
  const hash = await wallet.sendRawTransaction({ serializedTransaction: signed })
  expect(hash).toBe(keccak256(signed))
})

test.each(ways)('%s: viem sends a transaction without a signature', async (way) => {
  await using devnet = await testDevnet({ mining: 'auto' })
  const { wallet, reader } = await viemClients(devnet, way)
  const [account] = await wallet.getAddresses()
  if (account === undefined) throw new RangeError('no account')
  await wallet.sendTransaction({ account, to: bob, value: 10n ** 18n })
  const tester = wallet.extend(testActions({ mode: 'anvil' }))
  const hash = await tester.sendUnsignedTransaction({ from: bob, to: account, value: 5n })
  const receipt = await reader.getTransactionReceipt({ hash })
  expect(receipt).toMatchObject({ from: bob, status: 'success' })
})

test.each(ways)('%s: ethers signs with an account of the node', async (way) => {
  await using devnet = await testDevnet()
  const provider = await ethersProvider(devnet, way)
  const signer = await provider.getSigner(1)
  const message = 'hello ✓'
  expect(verifyEthersMessage(message, await signer.signMessage(message))).toBe(signer.address)
  const legacy = await signer._legacySignMessage(message)
  expect(verifyEthersMessage(message, legacy)).toBe(signer.address)

  const { domain, types, message: value } = order
  const copied = Object.fromEntries(Object.entries(types).map(([name, all]) => [name, [...all]]))
  const typed = await signer.signTypedData(domain, copied, value)
  expect(verifyEthersTypedData(domain, copied, value, typed)).toBe(signer.address)

  const request = { to: bob, value: 5n, gasLimit: 21_000n, nonce: 0, chainId: 31_337n }
  const signed = Transaction.from(await signer.signTransaction(request))
  expect(signed).toMatchObject({ from: signer.address, value: 5n, nonce: 0, chainId: 31_337n })

  expect(await signer.unlock('any')).toBe(true)
  expect(await provider.send('eth_accounts', [])).toHaveLength(10)
  provider.destroy()
})
