import { expect, it } from 'vitest'
import { client, invalidArgument, missingArgument, word } from '../client.ts'

it('preconf_getTransaction says what has become of a transaction, however its hash is written', async () => {
  await using devnet = await client()
  const hash = await devnet.send({ to: devnet.accounts[1]?.address, gas: '0x5208' })
  const now = `0x${devnet.clock.now().toString(16)}`
  const status = { status: 'pooled', hash, executable: true, times: { pooledMs: now } }
  expect(await devnet.ask('preconf_getTransaction', hash)).toEqual(status)
  const loud = `0x${hash.slice(2).toUpperCase()}`
  expect(await devnet.ask('preconf_getTransaction', loud)).toEqual(status)
  const unknown = { status: 'unknown', hash: word(1) }
  expect(await devnet.ask('preconf_getTransaction', word(1))).toEqual(unknown)
})

it('refuses what is no hash', async () => {
  await using devnet = await client()
  expect(await devnet.refusal('preconf_getTransaction')).toEqual(missingArgument(0))
  const short = await devnet.refusal('preconf_getTransaction', '0x12')
  expect(short).toEqual(await devnet.refusal('eth_getTransactionByHash', '0x12'))
  expect(short.message).toMatch(invalidArgument(0, '').message.trim())
})
