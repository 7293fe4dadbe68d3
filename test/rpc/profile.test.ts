import { describe, expect, it } from 'vitest'
import { extensions } from '../../src/app/extensions.ts'
import { createMethods } from '../../src/rpc/methods/methods.ts'
import { methodAccess, type Profile } from '../../src/rpc/profile.ts'
import { createRegistry } from '../../src/rpc/registry.ts'

const registry = createRegistry(createMethods({ chainName: 'base' }, extensions))

describe('methodAccess', () => {
  it.each<[method: string, devnet: string, open: string, dedicated: string]>([
    ['eth_call', 'allowed', 'allowed', 'allowed'],
    ['base_transactionStatus', 'allowed', 'allowed', 'allowed'],
    ['eth_getBlockReceipts', 'allowed', 'forbidden', 'allowed'],
    ['eth_simulateV1', 'allowed', 'allowed', 'notFound'],
    ['evm_mine', 'allowed', 'notFound', 'notFound'],
    ['anvil_setBalance', 'allowed', 'notFound', 'notFound'],
    ['hardhat_setBalance', 'allowed', 'notFound', 'notFound'],
    ['preconf_metrics', 'allowed', 'notFound', 'notFound'],
    ['personal_listAccounts', 'allowed', 'notFound', 'notFound'],
    ['wallet_switchEthereumChain', 'allowed', 'notFound', 'notFound'],
    ['debug_traceTransaction', 'allowed', 'notFound', 'notFound'],
    ['trace_block', 'allowed', 'notFound', 'notFound'],
    ['ots_getApiLevel', 'allowed', 'notFound', 'notFound'],
    ['erigon_getHeaderByNumber', 'allowed', 'notFound', 'notFound'],
    ['no-namespace', 'allowed', 'allowed', 'allowed'],
  ])('%s', (method, devnet, open, dedicated) => {
    const profiles: Profile[] = ['devnet', 'public', 'dedicated']
    expect(
      profiles.map((profile) => methodAccess(profile, registry.find(method) ?? {}, method)),
    ).toEqual([devnet, open, dedicated])
  })
})
