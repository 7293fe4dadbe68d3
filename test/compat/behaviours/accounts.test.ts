import { expect, test } from 'vitest'
import { httpNode } from '../../support/httpNode.ts'

const somebody = '0x00000000000000000000000000000000000000b0'
const other = '0x00000000000000000000000000000000000000b1'
const contract = '0x00000000000000000000000000000000000000c0'
const word = (value: number | bigint) => `0x${value.toString(16).padStart(64, '0')}`
const ether = '0xde0b6b3a7640000'

test('balance, code, nonce and storage are set, at once and in the next block', async () => {
  await using node = await httpNode()
  await node.ask('hardhat_setBalance', somebody, ether)
  await node.ask('hardhat_setNonce', somebody, '0x5')
  await node.ask('hardhat_setCode', contract, '0x5f5ff3')
  await node.ask('hardhat_setStorageAt', contract, '0x1', word(7))
  for (const tag of ['latest', 'pending']) {
    expect(await node.ask('eth_getBalance', somebody, tag), tag).toBe(ether)
    expect(await node.ask('eth_getTransactionCount', somebody, tag), tag).toBe('0x5')
    expect(await node.ask('eth_getCode', contract, tag), tag).toBe('0x5f5ff3')
    expect(await node.ask('eth_getStorageAt', contract, '0x1', tag), tag).toBe(word(7))
  }
  await node.ask('evm_mine')
  const { stateRoot } = await node.ask('eth_getBlockByNumber', 'latest', false)
  expect(stateRoot).not.toBe((await node.ask('eth_getBlockByNumber', '0x0', false)).stateRoot)
  const { storageProof } = await node.ask('eth_getProof', contract, ['0x1'], 'latest')
  expect(storageProof[0].value).toBe('0x7')
})

test('a nonce below the current one is refused as hardhat_', async () => {
  await using node = await httpNode()
  await node.ask('hardhat_setNonce', somebody, '0x5')
  expect(await node.refusal('hardhat_setNonce', somebody, '0x4')).toMatchObject({ code: -32000 })
  await node.ask('hardhat_setNonce', somebody, '0x5')
})

test('one, several and all accounts are impersonated', async () => {
  await using node = await httpNode()
  for (const address of [somebody, other, contract]) {
    await node.ask('hardhat_setBalance', address, ether)
  }
  const send = (from: string) => node.ask('eth_sendTransaction', { from, to: other, value: '0x1' })
  await node.ask('hardhat_impersonateAccount', somebody)
  await node.ask('hardhat_impersonateAccount', other)
  for (const from of [somebody, other]) {
    const hash = await send(from)
    expect(await node.ask('eth_getTransactionReceipt', hash)).toMatchObject({ status: '0x1', from })
  }
  await node.ask('hardhat_stopImpersonatingAccount', somebody)
  const transaction = { from: somebody, to: other, value: '0x1' }
  await node.refusal('eth_sendTransaction', transaction)
  await node.ask('anvil_autoImpersonateAccount', true)
  await send(somebody)
  await send(contract)
  await node.ask('anvil_autoImpersonateAccount', false)
  await node.refusal('eth_sendTransaction', transaction)
})

test('a contract is impersonated, in estimates too, and keeps its code', async () => {
  await using node = await httpNode()
  await node.ask('hardhat_setCode', contract, '0x5f5ff3')
  await node.ask('hardhat_setBalance', contract, ether)
  await node.ask('hardhat_impersonateAccount', contract)
  const request = { from: contract, to: somebody, value: '0x1' }
  expect(await node.ask('eth_estimateGas', request)).toBe('0x5208')
  const hash = await node.ask('eth_sendTransaction', request)
  expect(await node.ask('eth_getTransactionReceipt', hash)).toMatchObject({ status: '0x1' })
  expect(await node.ask('eth_getCode', contract)).toBe('0x5f5ff3')
})

test('equal transactions of two impersonated accounts have two hashes', async () => {
  await using node = await httpNode()
  const hashes = []
  for (const from of [somebody, other]) {
    await node.ask('hardhat_setBalance', from, ether)
    await node.ask('hardhat_impersonateAccount', from)
    hashes.push(await node.ask('eth_sendTransaction', { from, to: contract, gas: '0x5208' }))
  }
  expect(hashes[0]).not.toBe(hashes[1])
})

test('what the next block has is chosen', async () => {
  await using node = await httpNode()
  await node.ask('hardhat_setCoinbase', somebody)
  await node.ask('hardhat_setPrevRandao', word(0x99))
  await node.ask('hardhat_setNextBlockBaseFeePerGas', '0x3b9aca07')
  await node.ask('evm_setBlockGasLimit', '0x1312d00')
  await node.ask('evm_mine')
  expect(await node.ask('eth_getBlockByNumber', 'latest', false)).toMatchObject({
    miner: somebody,
    mixHash: word(0x99),
    baseFeePerGas: '0x3b9aca07',
    gasLimit: '0x1312d00',
  })
  await node.ask('evm_mine')
  const next = await node.ask('eth_getBlockByNumber', 'latest', false)
  expect(next).toMatchObject({ miner: somebody, gasLimit: '0x1312d00' })
  expect(next.mixHash).not.toBe(word(0x99))
})

test('contracts see the prevrandao that was chosen', async () => {
  await using node = await httpNode()
  // Stores PREVRANDAO in slot 0.
  await node.ask('anvil_setCode', contract, '0x445f5500')
  await node.ask('anvil_setNextBlockPrevRandao', word(0x1234))
  await node.send({ to: contract })
  expect(await node.ask('eth_getStorageAt', contract, '0x0')).toBe(word(0x1234))
})

test('the chain has another id', async () => {
  await using node = await httpNode()
  await node.ask('anvil_setChainId', 1_234)
  expect(await node.ask('eth_chainId')).toBe('0x4d2')
  expect(await node.ask('net_version')).toBe('1234')
  // Answers CHAINID.
  await node.ask('anvil_setCode', contract, '0x465f5260205ff3')
  expect(await node.ask('eth_call', { to: contract })).toBe(word(1_234))
  const hash = await node.send({ to: somebody })
  expect(await node.ask('eth_getTransactionByHash', hash)).toMatchObject({ chainId: '0x4d2' })
})

test('transactions are dropped under every name', async () => {
  await using node = await httpNode({ mining: 'manual' })
  const send = (nonce: number) => node.send({ to: somebody, nonce: `0x${nonce}`, gas: '0x5208' })
  const first = await send(0)
  expect(await node.ask('hardhat_dropTransaction', first)).toBe(true)
  expect(await node.ask('hardhat_dropTransaction', first)).toBe(false)
  const second = await send(0)
  expect(await node.ask('anvil_dropTransaction', second)).toBe(second)
  await send(0)
  await node.ask('anvil_dropAllTransactions')
  expect(await node.ask('txpool_status')).toEqual({ pending: '0x0', queued: '0x0' })
})

test('a dropped transaction that is mined is refused as hardhat_', async () => {
  await using node = await httpNode()
  const hash = await node.send({ to: somebody })
  expect(await node.refusal('hardhat_dropTransaction', hash)).toMatchObject({ code: -32602 })
})

test('eth_accounts lists the accounts with keys, and with compat hardhat no impersonated ones', async () => {
  await using node = await httpNode({ compat: 'hardhat' })
  await node.ask('hardhat_impersonateAccount', somebody)
  expect(await node.ask('eth_accounts')).toEqual(node.accounts)
})

test('signatures recover, of messages and typed data', async () => {
  await using node = await httpNode()
  const [alice] = node.accounts
  const signature = await node.ask('personal_sign', '0x616263', alice)
  expect(await node.ask('personal_ecRecover', '0x616263', signature)).toBe(alice?.toLowerCase())
  expect(await node.ask('eth_sign', alice, '0x616263')).toBe(signature)
})

test('a signed transaction of another chain is refused', async () => {
  await using node = await httpNode()
  const [from] = node.accounts
  const raw = await node.ask('eth_signTransaction', {
    from,
    to: somebody,
    gas: '0x5208',
    nonce: '0x0',
    maxFeePerGas: '0x77359400',
    maxPriorityFeePerGas: '0x0',
  })
  await node.ask('anvil_setChainId', 5)
  const refused = await node.refusal('eth_sendRawTransaction', raw)
  expect(refused.message.toLowerCase()).toContain('chain')
})

test('what old clients ask is answered', async () => {
  await using node = await httpNode()
  expect(await node.ask('net_peerCount')).toBe('0x0')
  expect(await node.ask('net_listening')).toBe(true)
  expect(await node.ask('eth_pendingTransactions')).toEqual([])
  expect(await node.ask('eth_mining')).toBe(true)
  expect(await node.ask('eth_hashrate')).toBe('0x0')
  expect(await node.ask('eth_syncing')).toBe(false)
  expect(await node.ask('eth_getCompilers')).toEqual([])
  expect(await node.ask('eth_getUncleCountByBlockNumber', 'latest')).toBe('0x0')
  expect(await node.ask('anvil_setRpcUrl', 'http://127.0.0.1:1').catch(String)).toBeDefined()
})
