import { describe, expect, it } from 'vitest'
import { extensions } from '../../src/app/extensions.ts'
import { createMethods } from '../../src/rpc/methods/methods.ts'
import { isOpenToPages } from '../../src/rpc/profile.ts'
import { createRegistry } from '../../src/rpc/registry.ts'
import { request, startTestServer } from '../support/testServer.ts'

const registry = createRegistry(createMethods({ chainName: 'base' }, extensions))

function isOpen(name: string): boolean {
  return isOpenToPages(registry.find(name) ?? {}, name)
}

describe('isOpenToPages', () => {
  it.each([
    'anvil_setBalance',
    'hardhat_setBalance',
    'tenderly_setBalance',
    'ganache_dropTransaction',
    'evm_mine',
    'preconf_metrics',
    'debug_getRawTransaction',
    'admin_nodeInfo',
    'miner_setGasPrice',
    'personal_sign',
    'testing_commitBlockV1',
    'eth_sendTransaction',
    'eth_signTypedData_v4',
    'wallet_sendCalls',
  ])('keeps %s', (method) => {
    expect(isOpen(method)).toBe(false)
  })

  it.each(['eth_sendRawTransaction', 'eth_call', 'eth_accounts', 'trace_block', 'nonsense'])(
    'opens %s',
    (method) => {
      expect(isOpen(method)).toBe(true)
    },
  )
})

const origin = 'https://app.example'

describe('a page of another origin', () => {
  it('reads over HTTP, and errors name the flag that allows more', async () => {
    const refused: unknown[] = []
    await using server = await startTestServer({ onRefused: (refusal) => refused.push(refusal) })
    const batch = [request('test_echo', [1], 1), request('evm_mine', [], 2)]
    const response = await server.post(batch, { headers: { origin } })
    const message = `origin "${origin}" may not call evm_mine: allow it (--allow-origin)`
    expect(await response.json()).toEqual([
      { jsonrpc: '2.0', id: 1, result: 1 },
      { jsonrpc: '2.0', id: 2, error: { code: 4100, message } },
    ])
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
    expect(refused).toEqual([{ header: 'Origin', value: origin, reason: message }])
  })

  it.each([
    ['*', origin],
    [origin, origin],
    [undefined, 'http://localhost:5173'],
  ])('does all when %s is allowed and it comes from %s', async (allowed, from) => {
    await using server = await startTestServer({ allowOrigin: allowed?.split(',') })
    const response = await server.post(request('evm_mine'), { headers: { origin: from } })
    expect(await response.json()).toMatchObject({ result: 'mined' })
  })
})

/** What a page may call is what it could on a live chain; a new method is to be put on one side. */
it('may call these methods', () => {
  const names = createMethods({ chainName: 'base' }, extensions)
    .flatMap(({ name, aliases }) => [name, ...aliases])
    .filter((name) => isOpen(name) && !/^(eth_(get|new)|ots_|trace_)/.test(name))
  expect(names).toMatchInlineSnapshot(`
    [
      "erigon_getHeaderByNumber",
      "eth_blockNumber",
      "eth_call",
      "eth_callBundle",
      "eth_callMany",
      "eth_createAccessList",
      "eth_estimateGas",
      "eth_simulateV1",
      "eth_baseFee",
      "eth_blobBaseFee",
      "eth_feeHistory",
      "eth_gasPrice",
      "eth_maxPriorityFeePerGas",
      "eth_uninstallFilter",
      "eth_unsubscribe",
      "eth_capabilities",
      "eth_chainId",
      "eth_coinbase",
      "eth_config",
      "eth_hashrate",
      "eth_mining",
      "eth_protocolVersion",
      "eth_submitHashrate",
      "eth_submitWork",
      "eth_syncing",
      "eth_fillTransaction",
      "eth_sendRawTransaction",
      "eth_sendRawTransactionConditional",
      "eth_sendRawTransactionSync",
      "eth_accounts",
      "eth_requestAccounts",
      "eth_pendingTransactions",
      "net_listening",
      "net_peerCount",
      "net_version",
      "eth_networkId",
      "txpool_content",
      "txpool_contentFrom",
      "txpool_inspect",
      "txpool_status",
      "wallet_switchEthereumChain",
      "wallet_getCallsStatus",
      "wallet_getCapabilities",
      "web3_clientVersion",
      "web3_sha3",
      "base_transactionStatus",
      "eth_subscribe",
      "eth_sendPrivateTransaction",
      "eth_sendPrivateRawTransaction",
      "eth_cancelPrivateTransaction",
      "rpc_modules",
    ]
  `)
})
