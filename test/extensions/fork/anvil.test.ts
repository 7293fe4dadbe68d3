import { expect, test } from 'vitest'
import { hexOf, packHex, packWord } from '../../../src/extensions/fork/blockFacts.ts'
import { openFork } from '../../../src/extensions/fork/openFork.ts'
import { noAnvil, startAnvil } from '../../support/anvil.ts'
import { startFaultProxy } from '../../support/faultProxy.ts'
import { titled } from '../../support/skips.ts'
import { caller, contract, plant, word } from './token.ts'

test.skipIf(noAnvil !== undefined).each(['off', 'required'] as const)(
  titled('Anvil 1.7.1 gives facts, a trace and proofs, proofs %s', noAnvil),
  async (proofs) => {
    await using anvil = await startAnvil()
    await using proxy = await startFaultProxy(anvil.url)
    const ask = async (method: string, ...params: readonly unknown[]) => {
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
      const headers = { 'content-type': 'application/json' }
      const answered = await fetch(anvil.url, { method: 'POST', headers, body })
      return ((await answered.json()) as { result: unknown }).result
    }
    await plant({ ask })
    const fork = await openFork({ upstream: { sources: [proxy.url] }, proofs })
    expect(proxy.exchanges.length).toBe(proofs === 'off' ? 1 : 2)
    expect(fork.info().verified).toBe(proofs === 'required')
    await fork.fetch({ accounts: [caller] })
    expect(await fork.prefetch({ call: { to: caller, data: '0x' } })).toBe(true)
    expect(fork.store.account(packHex(contract))).toMatchObject({ balance: 100n, absent: false })
    expect(hexOf(fork.store.slot(packHex(contract), packWord(2n)) ?? '')).toBe('0x07')
    expect(fork.store.slot(packHex(contract), packWord(3n))).toBe('')
    await fork.fetch({ slots: [{ address: contract, slots: [word(1)] }] })
    expect(proxy.exchanges.length).toBe(proofs === 'off' ? 3 : 5)
    await fork.close()
  },
)
