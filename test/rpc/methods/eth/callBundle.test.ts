import { concat, keccak256 } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { describe, expect, it } from 'vitest'
import type { Hex } from '../../../../src/lib/hex.ts'
import { assemble } from '../../../execution/assemble.ts'
import { account, type Client, client, creationOf, missingArgument } from '../client.ts'
import { signedTransfer } from '../signing.ts'

const gwei = 10n ** 9n
const coinbase = `0x${'cb'.repeat(20)}` as const

function sign(devnet: Client, fields: object, index = 0): Promise<Hex> {
  return privateKeyToAccount(devnet.accounts[index]?.privateKey as Hex).signTransaction({
    type: 'eip1559',
    chainId: devnet.chainId,
    nonce: 0,
    gas: 100_000n,
    maxFeePerGas: 100n * gwei,
    maxPriorityFeePerGas: gwei,
    ...fields,
  })
}

describe('eth_callBundle', () => {
  it('says what each transaction comes to, and what the coinbase gets', async () => {
    await using devnet = await client()
    // Returns what its caller has sent.
    const echo = `0x${Buffer.from(assemble('CALLVALUE', 0, 'MSTORE', 32, 0, 'RETURN')).toString('hex')}`
    const creation = await devnet.send({ data: creationOf(echo as Hex) })
    await devnet.seal()
    const { contractAddress: to } = await devnet.ask('eth_getTransactionReceipt', creation)
    const txs = [
      await sign(devnet, { to, value: 7n, nonce: 1 }),
      await sign(devnet, { to: coinbase, value: 5n, nonce: 2, gas: 21_000n }),
    ]
    const answer = await devnet.ask('eth_callBundle', {
      txs,
      blockNumber: '0x2',
      stateBlockNumber: 'latest',
      coinbase,
    })
    const hashes = txs.map((raw) => keccak256(raw))
    const { gasUsed } = answer.results[0]
    const fees = gwei * BigInt(gasUsed)
    expect(answer).toEqual({
      bundleGasPrice: `${(fees + 21_000n * gwei + 5n) / (BigInt(gasUsed) + 21_000n)}`,
      bundleHash: keccak256(concat(hashes)),
      coinbaseDiff: `${fees + 21_000n * gwei + 5n}`,
      ethSentToCoinbase: '5',
      gasFees: `${fees + 21_000n * gwei}`,
      results: [
        {
          coinbaseDiff: `${fees}`,
          ethSentToCoinbase: '0',
          fromAddress: account(devnet, 0),
          gasFees: `${fees}`,
          gasPrice: `${gwei}`,
          gasUsed,
          toAddress: to,
          txHash: hashes[0],
          value: `0x${'7'.padStart(64, '0')}`,
        },
        {
          coinbaseDiff: `${21_000n * gwei + 5n}`,
          ethSentToCoinbase: '5',
          fromAddress: account(devnet, 0),
          gasFees: `${21_000n * gwei}`,
          gasPrice: `${gwei}`,
          gasUsed: 21_000,
          toAddress: coinbase,
          txHash: hashes[1],
          value: '0x',
        },
      ],
      stateBlockNumber: 1,
      totalGasUsed: gasUsed + 21_000,
    })
    // Nothing has changed, and the same block made of them pays the same.
    expect(await devnet.ask('eth_getBalance', coinbase, 'latest')).toBe('0x0')
    await devnet.ask('anvil_setCoinbase', coinbase)
    for (const raw of txs) await devnet.ask('eth_sendRawTransaction', raw)
    await devnet.seal()
    expect(BigInt(await devnet.ask('eth_getBalance', coinbase, 'latest'))).toBe(
      BigInt(answer.coinbaseDiff),
    )
  })

  it('runs them at the number and time that are given', async () => {
    await using devnet = await client()
    const code = assemble('TIMESTAMP', 0, 'MSTORE', 'NUMBER', 32, 'MSTORE', 64, 0, 'RETURN')
    const creation = await devnet.send({
      data: creationOf(`0x${Buffer.from(code).toString('hex')}`),
    })
    await devnet.seal()
    const { contractAddress: to } = await devnet.ask('eth_getTransactionReceipt', creation)
    const bundle = { txs: [await sign(devnet, { to }, 1)], blockNumber: '0x64', timestamp: 1e10 }
    const { results } = await devnet.ask('eth_callBundle', bundle)
    const [timestamp, number] = [10n ** 10n, 100n].map((value) =>
      value.toString(16).padStart(64, '0'),
    )
    expect(results[0].value).toBe(`0x${timestamp}${number}`)
  })

  it('says why one has failed, and goes on', async () => {
    await using devnet = await client()
    const code = assemble(0xab, 0, 'MSTORE', 32, 0, 'REVERT')
    const creation = await devnet.send({
      data: creationOf(`0x${Buffer.from(code).toString('hex')}`),
    })
    await devnet.seal()
    const { contractAddress: to } = await devnet.ask('eth_getTransactionReceipt', creation)
    const txs = [await sign(devnet, { to }, 1), await signedTransfer(devnet, {}, 2)]
    const { results } = await devnet.ask('eth_callBundle', { txs, blockNumber: '0x2' })
    expect(results[0]).toMatchObject({
      error: 'execution reverted',
      revert: `0x${'ab'.padStart(64, '0')}`,
    })
    expect(results[0]).not.toHaveProperty('value')
    expect(results[1]).toMatchObject({ value: '0x', gasUsed: 21_000 })
  })

  it('refuses bundles that cannot run', async () => {
    await using devnet = await client()
    const refusal = (bundle: object) => devnet.refusal('eth_callBundle', bundle)
    const late = await sign(devnet, { to: coinbase, nonce: 5 })
    expect(await refusal({ txs: [late], blockNumber: '0x1' })).toEqual({
      code: -32000,
      message: expect.stringMatching(/^err: nonce too high: .*; txhash 0x\w{64}$/),
    })
    expect(await refusal({ txs: ['0x02'], blockNumber: '0x1' })).toMatchObject({ code: -32000 })
    const raw = await sign(devnet, { to: coinbase })
    expect(await refusal({ txs: [raw], blockNumber: '0x1', gasLimit: '0x5208' })).toEqual({
      code: -32000,
      message: `err: gas limit reached; txhash ${keccak256(raw)}`,
    })
    for (const [bundle, problem] of [
      [{ txs: [], blockNumber: '0x1' }, 'bundle missing txs'],
      [{ txs: [raw], blockNumber: '0x0' }, 'bundle missing blockNumber'],
    ] as const) {
      expect(await refusal(bundle)).toMatchObject({
        code: -32602,
        message: expect.stringContaining(problem),
      })
    }
    expect(await devnet.refusal('eth_callBundle')).toEqual(missingArgument(0))
  })
})
