import { createWalletClient, custom, type Hex, hexToString, parseEther } from 'viem'
import { foundry } from 'viem/chains'
import { describe, expect, it } from 'vitest'
import { Wallet } from '../../../src/testing/playwright/wallet.ts'
import type { WalletOptions } from '../../../src/testing/playwright/walletCalls.ts'
import { testDevnet } from '../../support/testDevnet.ts'
import { bob } from '../../support/transfers.ts'

/** A wallet on a chain that seals each transaction, a viem client of it, and the events it emits. */
async function stage(options: WalletOptions = {}) {
  const chain = await testDevnet({ mining: 'auto' })
  const events: [string, unknown][] = []
  const wallet = new Wallet(chain, options, (event, argument) => events.push([event, argument]))
  const client = createWalletClient({ transport: custom(wallet, { retryCount: 0 }) })
  return {
    ...{ chain, wallet, client, events },
    [Symbol.asyncDispose]: async () => {
      await wallet.close()
      await chain[Symbol.asyncDispose]()
    },
  }
}

const [first, second] = [
  '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266',
  '0x70997970c51812dc3a010c7d01b50e0d17dc79c8',
] as const

describe('connecting', () => {
  it('shows no account before the user agrees, and tells when he has', async () => {
    await using s = await stage()
    expect(await s.client.getAddresses()).toEqual([])
    expect((await s.client.requestAddresses()).map((a) => a.toLowerCase())).toEqual([first])
    expect(s.events).toEqual([
      ['connect', { chainId: '0x7a69' }],
      ['accountsChanged', [first]],
    ])
    expect(await s.client.getPermissions()).toMatchObject([{ parentCapability: 'eth_accounts' }])
  })

  it('asks once, and again when the user has taken it back', async () => {
    await using s = await stage()
    await s.client.requestAddresses()
    s.wallet.rejectNext()
    await s.client.requestAddresses()
    s.wallet.disconnect()
    expect(await s.client.getAddresses()).toEqual([])
    await expect(s.client.requestAddresses()).rejects.toMatchObject({ code: 4001 })
    expect(s.events.at(-1)).toEqual(['accountsChanged', []])
  })

  it('is connected from the start where that is wanted', async () => {
    await using s = await stage({ isConnected: true, accounts: [1, 0] })
    expect((await s.client.getAddresses()).map((a) => a.toLowerCase())).toEqual([second, first])
  })

  it('names the account that the chain does not have', async () => {
    await expect(stage({ accounts: [10] })).rejects.toThrow(
      'the chain has no account 10: give an index from 0 to 9',
    )
  })
})

describe('signing', () => {
  it('sends with the key of the account, and rejects what the user rejects', async () => {
    await using s = await stage({ isConnected: true })
    const send = () => s.client.sendTransaction({ account: first, to: bob, value: 1n, chain: null })
    s.wallet.rejectNext()
    await expect(send()).rejects.toThrow('User rejected the request.')
    expect(s.chain.transaction(await send()).status).toBe('sealed')
  })

  it('signs messages', async () => {
    await using s = await stage({ isConnected: true })
    const signature = await s.client.signMessage({ account: first, message: 'hello' })
    expect(signature).toMatch(/^0x[0-9a-f]{130}$/)
    const { method, params = [] } = s.wallet.requests.at(-1) ?? { method: '' }
    expect([method, hexToString(params[0] as Hex)]).toEqual(['personal_sign', 'hello'])
  })

  it('refuses what is not of its accounts, or before it is connected', async () => {
    await using s = await stage()
    const send = (account: Hex) => s.client.sendTransaction({ account, to: bob, chain: null })
    await expect(send(first)).rejects.toThrow(
      'the method eth_sendTransaction has not been authorized by the user',
    )
    await s.client.requestAddresses()
    await expect(send(second)).rejects.toThrow(
      `the account ${second} has not been authorized by the user`,
    )
    await expect(s.client.signMessage({ account: second, message: '' })).rejects.toMatchObject({
      details: `the account ${second} has not been authorized by the user`,
    })
  })

  it('hands on the errors of the chain with their code', async () => {
    await using s = await stage({ isConnected: true })
    const value = parseEther('1000000')
    const params = [{ from: first, to: bob, value: `0x${value.toString(16)}` }]
    await expect(s.wallet.request({ method: 'eth_sendTransaction', params })).rejects.toMatchObject(
      { code: expect.any(Number), message: expect.stringContaining('insufficient funds') },
    )
  })
})

it("watches an asset, with EIP-747's parameters by name", async () => {
  await using s = await stage()
  const options = { address: bob, decimals: 18, symbol: 'TKN' } as const
  expect(await s.client.watchAsset({ type: 'ERC20', options })).toBe(true)
  expect(s.wallet.requests).toEqual([
    { method: 'wallet_watchAsset', params: [{ type: 'ERC20', options }] },
  ])
  s.wallet.rejectNext()
  await expect(s.client.watchAsset({ type: 'ERC20', options })).rejects.toMatchObject({
    code: 4001,
  })
})

describe('calls', () => {
  it('are sent together when the user agrees, and their status can be asked for', async () => {
    await using s = await stage({ isConnected: true })
    const send = () =>
      s.client.sendCalls({ account: first, chain: foundry, calls: [{ to: bob, value: 1n }] })
    const { id } = await send()
    expect(await s.client.waitForCallsStatus({ id })).toMatchObject({
      status: 'success',
      receipts: [{ status: 'success' }],
    })
    s.wallet.rejectNext()
    await expect(send()).rejects.toMatchObject({ details: 'User rejected the request.' })
  })

  it('are sent from the chosen account where none is named', async () => {
    await using s = await stage({ isConnected: true, accounts: [1] })
    const calls = [{ to: bob, value: '0x0' }]
    const params = [{ version: '2.0.0', chainId: '0x7a69', calls }]
    await s.wallet.request({ method: 'wallet_sendCalls', params })
    const asked = { method: 'eth_getTransactionCount', params: [second, 'latest'] }
    expect(await s.chain.provider.request(asked)).toBe('0x1')
  })

  it('are refused before the page is connected, or for what the wallet does not have', async () => {
    await using s = await stage()
    const send = (account: Hex, id: number) =>
      s.client.sendCalls({ account, chain: { ...foundry, id }, calls: [{ to: bob }] })
    await expect(send(first, 31337)).rejects.toThrow('has not been authorized by the user')
    await s.client.requestAddresses()
    await expect(send(second, 31337)).rejects.toThrow('has not been authorized by the user')
    await expect(send(first, 5)).rejects.toThrow('unsupported chain id: 0x5')
  })

  it('go to the chain that they name, and capabilities are reported for all chains', async () => {
    await using s = await stage({ isConnected: true, chains: [10] })
    const chain = { ...foundry, id: 10 }
    const { id } = await s.client.sendCalls({ account: first, chain, calls: [{ to: bob }] })
    expect(await s.client.getCallsStatus({ id })).toMatchObject({ chainId: 10 })
    const atomic = { status: 'unsupported' }
    expect(await s.client.getCapabilities({ account: first })).toEqual({
      10: { atomic },
      31337: { atomic },
    })
    expect(await s.client.getCapabilities({ account: first, chainId: 10 })).toEqual({ atomic })
  })
})

describe('prompts', () => {
  it('wait for the test', async () => {
    await using s = await stage({ answer: 'ask', isConnected: true })
    const sent = s.client.sendTransaction({ account: first, to: bob, value: 7n, chain: null })
    const prompt = await s.wallet.nextPrompt()
    expect(prompt).toMatchObject({ method: 'eth_sendTransaction', params: [{ value: '0x7' }] })
    expect(await s.wallet.nextPrompt()).toBe(prompt)
    prompt.approve()
    expect(s.chain.transaction(await sent).status).toBe('sealed')
    expect(s.wallet.prompts).toEqual([])
    expect(() => prompt.reject()).toThrow('eth_sendTransaction was already approved or rejected')
  })

  it('are awaited before they come, and can be rejected', async () => {
    await using s = await stage({ answer: 'ask' })
    const coming = s.wallet.nextPrompt()
    const connected = s.client.requestAddresses()
    ;(await coming).reject()
    await expect(connected).rejects.toMatchObject({ code: 4001 })
  })

  it('are rejected when the wallet is closed', async () => {
    await using s = await stage({ answer: 'ask' })
    const rejected = expect(s.client.requestAddresses()).rejects.toMatchObject({ code: 4001 })
    await s.wallet.nextPrompt()
    await s.wallet.close()
    await rejected
  })

  it('answer the scripted ones first', async () => {
    await using s = await stage({ answer: 'reject' })
    s.wallet.approveNext(2)
    await s.client.requestAddresses()
    await s.client.signMessage({ account: first, message: '' })
    await expect(s.client.signMessage({ account: first, message: '' })).rejects.toThrow(/rejected/)
  })
})

describe('chains', () => {
  it('switches to one that it knows, and the page hears of it', async () => {
    await using s = await stage({ chains: [10] })
    await s.client.switchChain({ id: 10 })
    expect(await s.client.getChainId()).toBe(10)
    expect(s.events).toEqual([['chainChanged', '0xa']])
    await s.wallet.switchChain(31337)
    expect(await s.client.getChainId()).toBe(31337)
    expect(s.events.at(-1)).toEqual(['chainChanged', '0x7a69'])
  })

  it('starts on another chain, with the same accounts and empty', async () => {
    await using s = await stage({ chains: [10], chainId: 10, isConnected: true })
    await s.client.sendTransaction({ account: first, to: bob, chain: null })
    expect(await s.wallet.request({ method: 'eth_chainId' })).toBe('0xa')
    const params = [bob, 'latest']
    expect(await s.chain.provider.request({ method: 'eth_getTransactionCount', params })).toBe(
      '0x0',
    )
  })

  it('refuses one that it does not know until it is added', async () => {
    await using s = await stage()
    await expect(s.client.switchChain({ id: 5 })).rejects.toMatchObject({
      code: 4902,
      details: expect.stringContaining('Unrecognized chain ID "0x5"'),
    })
    const params = [{ chainId: '0x5', chainName: 'Five', rpcUrls: ['http://127.0.0.1:1'] }]
    await s.wallet.request({ method: 'wallet_addEthereumChain', params })
    await s.client.switchChain({ id: 5 })
    expect(s.wallet.chainId).toBe(5)
  })

  it('stays when the user rejects', async () => {
    await using s = await stage({ chains: [10] })
    s.wallet.rejectNext()
    await expect(s.client.switchChain({ id: 10 })).rejects.toMatchObject({ code: 4001 })
    expect([s.wallet.chainId, s.events]).toEqual([31337, []])
  })

  it('refuses a chain id that is none', async () => {
    await using s = await stage()
    const request = (chainId: unknown) =>
      s.wallet.request({ method: 'wallet_switchEthereumChain', params: [{ chainId }] })
    await expect(request(10)).rejects.toMatchObject({ code: -32602 })
    await expect(request('ten')).rejects.toThrow("string 'chainId'. Received: ten")
  })
})

it('changes the account under a connected page', async () => {
  await using s = await stage({ isConnected: true })
  await s.wallet.switchAccount(1)
  expect(s.events).toEqual([['accountsChanged', [second, first]]])
  expect(s.wallet.address).toBe(second)
})

it('pushes what a page has subscribed to', async () => {
  await using s = await stage()
  await s.wallet.request({ method: 'eth_subscribe', params: ['newHeads'] })
  await s.chain.seal()
  expect(s.events).toMatchObject([['message', { data: { result: { number: '0x1' } } }]])
})
