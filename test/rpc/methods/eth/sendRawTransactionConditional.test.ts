import { describe, expect, it } from 'vitest'
import { account, client, deployRecorder, missingArgument, word } from '../client.ts'
import { signedTransfer } from '../signing.ts'

const method = 'eth_sendRawTransactionConditional'

describe('eth_sendRawTransactionConditional', () => {
  it('takes a transaction whose conditions hold at the newest block', async () => {
    await using devnet = await client()
    const recorder = await deployRecorder(devnet)
    await devnet.send({ to: recorder, data: word(7) })
    await devnet.seal()
    const { timestamp } = await devnet.ask('eth_getBlockByNumber', 'latest', false)
    const { storageHash } = await devnet.ask('eth_getProof', recorder, [], 'latest')
    const raw = await signedTransfer(devnet, { nonce: 2 })
    const hash = await devnet.ask(method, raw, {
      blockNumberMin: '0x2',
      blockNumberMax: 2,
      timestampMin: timestamp,
      timestampMax: timestamp,
      knownAccounts: {
        [recorder]: { [word(0)]: word(7), [word(1)]: word(0) },
        [account(devnet, 5)]: '0x56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421',
      },
    })
    expect(await devnet.ask('eth_getTransactionByHash', hash)).toMatchObject({ hash })
    const more = await signedTransfer(devnet, { nonce: 3 })
    const knownAccounts = { [recorder]: storageHash }
    expect(await devnet.ask(method, more, { knownAccounts })).toMatch(/^0x/)
  })

  it('refuses a transaction as soon as one does not', async () => {
    await using devnet = await client()
    const recorder = await deployRecorder(devnet)
    const { timestamp } = await devnet.ask('eth_getBlockByNumber', 'latest', false)
    const raw = await signedTransfer(devnet, { nonce: 1 })
    const now = Number(timestamp)
    const failing: readonly [conditions: object, problem: string][] = [
      [{ blockNumberMin: '0x2' }, 'block number 1 is below 2'],
      [{ blockNumberMax: '0x0' }, 'block number 1 is above 0'],
      [{ timestampMin: now + 1 }, `timestamp ${now} is below ${now + 1}`],
      [{ timestampMax: now - 1 }, `timestamp ${now} is above ${now - 1}`],
      [
        { knownAccounts: { [recorder]: { [word(0)]: word(7) } } },
        `slot ${word(0)} of ${recorder} is ${word(0)}, not ${word(7)}`,
      ],
      [
        { knownAccounts: { [recorder]: word(7) } },
        `storage root of ${recorder} is 0x56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421, not ${word(7)}`,
      ],
    ]
    for (const [conditions, problem] of failing) {
      expect(await devnet.refusal(method, raw, conditions)).toEqual({
        code: -32003,
        message: `transaction conditional failed: ${problem}`,
      })
    }
    expect(await devnet.ask('txpool_status')).toMatchObject({ pending: '0x0' })
  })

  it('refuses what is no condition', async () => {
    await using devnet = await client()
    const raw = await signedTransfer(devnet)
    expect(await devnet.refusal(method, raw)).toEqual(missingArgument(1))
    expect(await devnet.refusal(method, raw, { knownAccounts: { '0x1': {} } })).toMatchObject({
      code: -32602,
    })
  })
})
