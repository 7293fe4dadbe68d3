import { privateKeyToAccount } from 'viem/accounts'
import { expect, test } from 'vitest'
import { createDevnet } from '../../src/index.ts'
import type { Hex } from '../../src/lib/hex.ts'

test('pages of other sites have half of the pool', async () => {
  await using devnet = await createDevnet({ mining: 'manual', limits: { poolTransactions: 4 } })
  const { url } = await devnet.listen({ port: 0 })
  const signer = privateKeyToAccount(devnet.accounts[0]?.privateKey as Hex)
  const send = async (nonce: number, origin?: string) => {
    const raw = await signer.signTransaction({
      chainId: devnet.chainId,
      to: signer.address,
      gas: 21_000n,
      nonce,
      maxFeePerGas: 10n ** 10n,
      maxPriorityFeePerGas: 1n,
    })
    const headers = { 'content-type': 'application/json', ...(origin && { origin }) }
    const request = { jsonrpc: '2.0', id: 1, method: 'eth_sendRawTransaction', params: [raw] }
    const body = JSON.stringify(request)
    const response = await fetch(url, { method: 'POST', headers, body })
    const answer = (await response.json()) as { readonly error?: { readonly message: string } }
    return answer.error?.message ?? 'taken'
  }
  const page = 'https://page.example'
  expect([await send(0, page), await send(1, page)]).toEqual(['taken', 'taken'])
  expect(await send(2, page)).toContain('(--limit poolTransactions=N), of which half is for other')
  expect([await send(2), await send(3)]).toEqual(['taken', 'taken'])
  expect(await send(4)).toContain('txpool is full')
})
