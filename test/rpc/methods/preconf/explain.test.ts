import { expect, it } from 'vitest'
import { extensions } from '../../../../src/app/extensions.ts'
import { resolveOptions } from '../../../../src/devnet/options/options.ts'
import { networks } from '../../../../src/extensions/networks/extension.ts'
import { networkNames } from '../../../../src/extensions/networks/records.ts'
import type { Hex } from '../../../../src/lib/hex.ts'
import { createMethods } from '../../../../src/rpc/methods/methods.ts'
import { client, missingArgument, word } from '../client.ts'
import { tokenProject, tokenSource } from './contract/tokenProject.ts'

const isSend = /(?:_send.*Transaction(?:Sync|Conditional|WithPreconf)?|_resend)$/

it('preconf_explain says why a transaction is not included, in a word, a sentence and numbers', async () => {
  await using devnet = await client()
  const to = devnet.accounts[1]?.address
  const hash = await devnet.send({ to, value: '0x1', gas: '0x5208', nonce: '0x2' })
  const message =
    'it has nonce 2, but its sender is at nonce 0 and no transaction with nonce 0 is in the pool; send that one first'
  expect(await devnet.ask('preconf_explain', hash)).toEqual({
    hash,
    reason: 'nonceGap',
    message,
    details: { nonce: '0x2', accountNonce: '0x0', missingNonce: '0x0' },
    summary: `(0)'s transfer of 1 wei to (1) waits: ${message}`,
    sentBy: { method: 'eth_sendTransaction', client: 'in process' },
  })
  expect(await devnet.ask('preconf_explain', word(1))).toMatchObject({
    hash: word(1),
    reason: 'unknown',
    summary: expect.stringContaining('no transaction with this hash is known'),
    details: {},
  })
})

it('sums up where a transaction is, when it came there, and the line where it failed', async () => {
  const { devnet, token, call } = await tokenProject()
  await using _ = devnet
  const [alice] = devnet.accounts
  await devnet.loadFixture({ version: 1, labels: { alice: alice?.address as Hex } })
  await devnet.setCadence({ mining: 'manual' })
  const burn = await call(token, 'burn', 10n ** 18n)
  const summary = async () => (await devnet.ask('preconf_explain', burn)).summary
  expect(await summary()).toMatch(/^alice's Token.burn\(1000000000000000000\) waits: nothing keeps/)
  await devnet.clock.advance(140)
  await devnet.flashblock()
  const line = tokenSource.split('\n').findIndex((text) => text.includes('revert TooMuch')) + 1
  const why = `it failed: TooMuch(1000000000000000000, 0) at contracts/Token.sol:${line}`
  const early =
    "alice's Token.burn(1000000000000000000) was pre-confirmed in flashblock 1 of block 3"
  expect(await summary()).toBe(
    `${early}, 140 ms after it was sent; the block is not sealed yet; ${why}`,
  )
  // Blocks have whole seconds.
  await devnet.seal()
  const late = `${early}, 140 ms after it was sent, and sealed, 860 ms later; ${why}`
  expect(await summary()).toBe(late)
  expect((await devnet.explain(burn)).summary).toBe(late)
  const first = await devnet.ask('eth_getBlockByNumber', '0x1', false)
  expect((await devnet.explain(first.transactions[0])).summary).toMatch(
    /^alice's creation of Token was .*block 1/,
  )
})

it('sums up what was dropped, by what it said', async () => {
  await using devnet = await client()
  const [alice, bob] = devnet.accounts
  const first = await devnet.send({
    to: bob?.address,
    value: '0xde0b6b3a7640000',
    nonce: '0x0',
    gasPrice: '0x77359400',
  })
  const second = await devnet.send({ to: alice?.address, nonce: '0x0', gasPrice: '0xb2d05e00' })
  expect(await devnet.ask('preconf_explain', first)).toMatchObject({
    summary: `(0)'s transfer of 1 ETH to (1) was dropped: it was replaced in the pool by ${second}, with the same nonce and higher fees`,
    content: {
      from: alice?.address.toLowerCase(),
      to: bob?.address.toLowerCase(),
      data: '0x',
      nonce: '0x0',
    },
  })
  await devnet.ask('anvil_dropTransaction', second)
  expect((await devnet.ask('preconf_explain', second)).summary).toBe(
    "(0)'s transfer of 0 ETH to (0) was dropped: it was removed from the pool; send it again",
  )
})

it('refuses what is no hash', async () => {
  await using devnet = await client()
  expect(await devnet.refusal('preconf_explain')).toEqual(missingArgument(0))
  expect(await devnet.refusal('preconf_explain', '0x12')).toEqual(
    await devnet.refusal('eth_getTransactionByHash', '0x12'),
  )
})

it('remembers by which request a transaction came, whichever sends it', async () => {
  await using devnet = await client()
  const { url } = await devnet.listen({ port: 0 })
  const [alice, bob] = devnet.accounts
  const request = { from: alice?.address, to: bob?.address, gas: '0x5208' }
  const body = { jsonrpc: '2.0', id: 1, method: 'eth_sendTransaction', params: [request] }
  const headers = { 'content-type': 'application/json', origin: 'http://localhost:3000' }
  const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
  const { result } = (await answer.json()) as { readonly result: Hex }
  expect((await devnet.explain(result)).sentBy).toEqual({
    method: 'eth_sendTransaction',
    client: 'http://localhost:3000',
  })
  await devnet.flashblock()
  const hash = await devnet.ask('eth_sendUnsignedTransaction', request)
  expect((await devnet.explain(hash)).sentBy?.method).toBe('eth_sendUnsignedTransaction')
})

it.each(networkNames)('each method of %s that sends a transaction says so', (network) => {
  const methods = createMethods(resolveOptions({ network }, {}, networks), extensions)
  const silent = methods.filter(({ name, sends }) => isSend.test(name) && !sends)
  expect(silent.map(({ name }) => name)).toEqual([])
})
