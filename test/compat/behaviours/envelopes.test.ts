import { type Hex, parseEther, toHex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { expect, test } from 'vitest'
import { type HttpNode, httpNode } from '../../support/httpNode.ts'

const somebody = '0x00000000000000000000000000000000000000b0'
const rich = '0x00000000000000000000000000000000000000aa'
const delegate = '0x00000000000000000000000000000000000000de'
const historyContract = '0x0000f90827f1c53a10cb7a02335b175320002935'
const versioned = (byte: string) => `0x01${byte.repeat(31)}`

function signer(node: HttpNode, index: number) {
  return privateKeyToAccount(node.devnet.accounts[index]?.privateKey as Hex)
}

test('an EIP-7702 authorization delegates, raw and as a request', async () => {
  await using node = await httpNode()
  await node.ask('anvil_setCode', delegate, '0x602a5f5260205ff3')
  for (const [index, send] of [sendRaw, sendRequest].entries()) {
    const authority = signer(node, index + 1)
    const authorization = await authority.signAuthorization({
      address: delegate,
      chainId: node.devnet.chainId,
      nonce: 0,
    })
    const hash = await send(node, index, authorization)
    expect(await node.ask('eth_getTransactionReceipt', hash)).toMatchObject({
      type: '0x4',
      status: '0x1',
    })
    expect(await node.ask('eth_getCode', authority.address)).toBe(`0xef0100${delegate.slice(2)}`)
    expect(Number(await node.ask('eth_call', { to: authority.address }))).toBe(42)
  }
})

type Authorization = Awaited<ReturnType<ReturnType<typeof signer>['signAuthorization']>>

async function sendRaw(node: HttpNode, nonce: number, authorization: Authorization) {
  const raw = await signer(node, 0).signTransaction({
    type: 'eip7702',
    chainId: node.devnet.chainId,
    nonce,
    to: somebody,
    gas: 200_000n,
    maxFeePerGas: 10_000_000_000n,
    maxPriorityFeePerGas: 1n,
    authorizationList: [authorization],
  })
  return node.ask('eth_sendRawTransaction', raw)
}

function sendRequest(node: HttpNode, _: number, authorization: Authorization) {
  const { r, s, yParity, chainId, nonce, address } = authorization
  const tuple = {
    chainId: toHex(chainId),
    nonce: toHex(nonce),
    address,
    yParity: toHex(yParity ?? 0),
    r,
    s,
  }
  return node.send({ to: somebody, authorizationList: [tuple] })
}

test('impersonated accounts send blobs without their sidecar, no more than a block has', async () => {
  await using node = await httpNode()
  await node.ask('anvil_setBalance', rich, toHex(parseEther('1')))
  const blobs = (count: number) => ({
    to: somebody,
    blobVersionedHashes: Array.from({ length: count }, (_, index) => versioned(`0${index}`)),
    maxFeePerBlobGas: '0x3b9aca00',
  })
  await node.ask('anvil_autoImpersonateAccount', true)
  const hash = await node.send({ from: rich, ...blobs(3) })
  expect(await node.ask('eth_getTransactionReceipt', hash)).toMatchObject({
    type: '0x3',
    blobGasUsed: toHex(3 * 131_072),
  })
  expect(await node.ask('eth_getBlockByNumber', 'latest', false)).toMatchObject({
    blobGasUsed: toHex(3 * 131_072),
  })
  const many = { from: rich, gas: '0x186a0', ...blobs(10) }
  expect((await node.refusal('eth_sendTransaction', many)).message).toMatch(/blob/)
})

test('blobs of more transactions than fit are mined over several blocks', async () => {
  await using node = await httpNode({ mining: 'manual', autoImpersonate: true })
  await node.ask('anvil_setBalance', rich, toHex(parseEther('1')))
  for (let index = 0; index < 3; index++) {
    const blobVersionedHashes = ['01', '02', '03', '04'].map(versioned)
    await node.send({
      from: rich,
      to: somebody,
      blobVersionedHashes,
      maxFeePerBlobGas: '0x3b9aca00',
    })
  }
  const counts = []
  for (let block = 0; block < 3; block++) {
    await node.ask('evm_mine')
    const { transactions } = await node.ask('eth_getBlockByNumber', 'latest', false)
    counts.push(transactions.length)
  }
  expect(counts.reduce((sum, count) => sum + count)).toBe(3)
  expect(counts[0]).toBeLessThan(3)
})

test('genesis has the fields of its hardfork', async () => {
  const fields = ['withdrawalsRoot', 'blobGasUsed', 'parentBeaconBlockRoot', 'requestsHash']
  for (const [hardfork, count] of [
    ['paris', 0],
    ['shanghai', 1],
    ['cancun', 3],
    ['prague', 4],
  ] as const) {
    await using node = await httpNode({ hardfork })
    for (const tag of ['0x0', 'pending']) {
      const block = await node.ask('eth_getBlockByNumber', tag, false)
      expect(
        fields.filter((field) => field in block),
        `${hardfork} ${tag}`,
      ).toEqual(fields.slice(0, count))
    }
  }
})

test('EIP-2935 keeps the hashes of past blocks, from Prague on', async () => {
  await using node = await httpNode()
  expect((await node.ask('eth_getCode', historyContract)).length).toBeGreaterThan(2)
  await node.ask('hardhat_mine', '0x5')
  const { hash } = await node.ask('eth_getBlockByNumber', '0x3', false)
  const data = `0x${'3'.padStart(64, '0')}`
  expect(await node.ask('eth_call', { to: historyContract, data })).toBe(hash)
  await using cancun = await httpNode({ hardfork: 'cancun' })
  expect(await cancun.ask('eth_getCode', historyContract)).toBe('0x')
})

test('selfdestruct sends the balance, and removes what the same transaction made', async () => {
  await using node = await httpNode()
  await node.ask('anvil_setCode', delegate, `0x73${somebody.slice(2)}ff`)
  await node.ask('anvil_setBalance', delegate, toHex(parseEther('1')))
  await node.send({ to: delegate })
  expect(await node.ask('eth_getBalance', somebody)).toBe(toHex(parseEther('1')))
  expect(await node.ask('eth_getCode', delegate)).not.toBe('0x')
  const hash = await node.send({ data: `0x73${somebody.slice(2)}ff`, value: '0x5' })
  const { contractAddress } = await node.ask('eth_getTransactionReceipt', hash)
  expect(await node.ask('eth_getTransactionCount', contractAddress)).toBe('0x0')
  expect(await node.ask('eth_getBalance', somebody)).toBe(toHex(parseEther('1') + 5n))
})
