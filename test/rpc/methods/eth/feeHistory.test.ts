import { describe, expect, it } from 'vitest'
import { account, client, invalidArgument, missingArgument } from '../client.ts'

describe('eth_feeHistory', () => {
  it('tells base fees, fullness and tips of past blocks', async () => {
    await using devnet = await client({ baseFee: 1_000_000_000n, gasLimit: 42_000n })
    await devnet.send({
      to: account(devnet, 1),
      gas: '0x5208',
      maxFeePerGas: '0x77359400',
      maxPriorityFeePerGas: '0x7',
    })
    await devnet.seal()
    expect(await devnet.ask('eth_feeHistory', '0x2', 'latest', [0, 50, 100])).toEqual({
      oldestBlock: '0x0',
      // An empty block lowers the base fee by an eighth, one filled by half keeps it.
      baseFeePerGas: ['0x3b9aca00', '0x342770c0', '0x342770c0'],
      gasUsedRatio: [0, 0.5],
      baseFeePerBlobGas: ['0x1', '0x1', '0x1'],
      blobGasUsedRatio: [0, 0],
      reward: [
        ['0x0', '0x0', '0x0'],
        ['0x7', '0x7', '0x7'],
      ],
    })
  })

  it('leaves out rewards that are not asked for', async () => {
    await using devnet = await client()
    expect(await devnet.ask('eth_feeHistory', '0x1', 'latest', [])).not.toHaveProperty('reward')
    expect(await devnet.ask('eth_feeHistory', 1, 'latest')).not.toHaveProperty('reward')
  })

  it('ends at the block that is named', async () => {
    await using devnet = await client()
    for (let count = 0; count < 3; count++) await devnet.seal()
    await devnet.flashblock()
    const rangeOf = async (...params: unknown[]) => {
      const { oldestBlock, gasUsedRatio, baseFeePerGas } = await devnet.ask(
        'eth_feeHistory',
        ...params,
        [],
      )
      return [oldestBlock, gasUsedRatio.length, baseFeePerGas.length]
    }
    expect(await rangeOf('0x2', '0x2')).toEqual(['0x1', 2, 3])
    expect(await rangeOf('0x2', 'latest')).toEqual(['0x2', 2, 3])
    expect(await rangeOf('0x2', 'pending')).toEqual(['0x3', 2, 3])
    expect(await rangeOf('0x2', 'earliest')).toEqual(['0x0', 1, 2])
    expect(await rangeOf('0xffffffffffffffff', 'latest')).toEqual(['0x0', 4, 5])
  })

  it('ends at pending with what is pre-confirmed, and the base fee that would follow', async () => {
    await using devnet = await client({ baseFee: 1_000_000_000n, gasLimit: 42_000n })
    await devnet.flashblock()
    const history = () => devnet.ask('eth_feeHistory', '0x1', 'pending', [50])
    expect(await history()).toEqual({
      oldestBlock: '0x1',
      baseFeePerGas: ['0x342770c0', '0x2da282a8'],
      gasUsedRatio: [0],
      baseFeePerBlobGas: ['0x1', '0x1'],
      blobGasUsedRatio: [0],
      reward: [['0x0']],
    })
    await devnet.send({
      to: account(devnet, 1),
      gas: '0x5208',
      maxFeePerGas: '0x77359400',
      maxPriorityFeePerGas: '0x7',
    })
    await devnet.flashblock()
    const open = await history()
    expect(open).toMatchObject({
      baseFeePerGas: ['0x342770c0', '0x342770c0'],
      gasUsedRatio: [0.5],
      reward: [['0x7']],
    })
    await devnet.seal()
    expect(await devnet.ask('eth_feeHistory', '0x1', 'latest', [50])).toEqual(open)
  })

  it('ends at pending with the newest sealed block as long as none is open', async () => {
    await using devnet = await client()
    await devnet.seal()
    expect(await devnet.ask('eth_feeHistory', '0x1', 'pending', [])).toEqual(
      await devnet.ask('eth_feeHistory', '0x1', 'latest', []),
    )
  })

  it('is empty for no blocks', async () => {
    await using devnet = await client()
    expect(await devnet.ask('eth_feeHistory', '0x0', 'latest', [])).toMatchObject({
      oldestBlock: '0x0',
      gasUsedRatio: [],
    })
  })

  it('refuses parameters that are none', async () => {
    await using devnet = await client()
    const ask = (...params: unknown[]) => devnet.refusal('eth_feeHistory', ...params)
    expect(await ask()).toEqual(missingArgument(0))
    expect(await ask('0x1')).toEqual(missingArgument(1))
    expect(await ask('0x1', 'latest', ['50'])).toEqual(
      invalidArgument(2, '[0]: expected a number, got "50"'),
    )
    expect(await ask('0x1', 'latest', [101])).toMatchObject({ code: -32000 })
    expect(await ask('0x1', '0x9', [])).toEqual({
      code: -32602,
      message: 'BlockOutOfRangeError: block height is 0 but requested was 9',
    })
  })
})
