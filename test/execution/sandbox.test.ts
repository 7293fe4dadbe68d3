import { describe, expect, it } from 'vitest'
import { createProtocol } from '../../src/ethereumjs/protocol/protocol.ts'
import { callOptions, inSandbox, messageOn } from '../../src/execution/sandbox.ts'
import { addressOf, createEngine, funded } from './engine.ts'

describe('inSandbox', () => {
  it('runs under the rules of the block that is overridden', async () => {
    const { machines, context } = await createEngine()
    const berlin = createProtocol({ chainId: 1, hardfork: 'berlin', transactionGasCap: false })
    const commonAt: typeof context.commonAt = (number, timestamp) =>
      number < 5n ? berlin.commonAt(number, timestamp) : context.commonAt(number, timestamp)
    const forkAt = (number: bigint) =>
      inSandbox(
        machines,
        { ...context, commonAt },
        { overrides: { block: { number } } },
        async ({ machine }) => machine.common.hardfork(),
      )
    expect(await forkAt(4n)).toBe('berlin')
    expect(await forkAt(6n)).toBe('osaka')
  })

  it('drops what was written', async () => {
    const { machines, context } = await createEngine({ accounts: [funded(1, 5n)] })
    const state = [{ address: addressOf(2), balance: 9n }]
    await inSandbox(machines, context, { overrides: { state } }, async ({ machine }) => {
      machine.state.writeAccount(addressOf(1), { balance: 1n })
    })
    await inSandbox(machines, context, { overrides: {} }, async ({ machine }) => {
      expect(machine.state.readAccount(addressOf(1))?.balance).toBe(5n)
      expect(machine.state.readAccount(addressOf(2))).toBeUndefined()
    })
  })
})

describe('messageOn', () => {
  it('completes a call by its block', async () => {
    const { machines, context } = await createEngine()
    const block = { baseFeePerGas: 10n }
    await inSandbox(machines, context, { overrides: { block } }, async (fork) => {
      const priced = { maxFeePerGas: 100n, maxPriorityFeePerGas: 1n }
      expect(messageOn(fork, priced)).toMatchObject({ gasPrice: 11n, gas: 50_000_000n, nonce: 0n })
    })
  })
})

describe('callOptions', () => {
  it('hides the base fee from who pays nothing, where there is one', async () => {
    for (const hardfork of ['osaka', 'berlin'] as const) {
      const { machines, context } = await createEngine({ hardfork })
      const { baseFeePerGas } = context.header
      await inSandbox(machines, context, { overrides: {} }, async (fork) => {
        const free = callOptions(fork, messageOn(fork, {})).environment
        expect(free.baseFeePerGas).toBe(baseFeePerGas === undefined ? undefined : 0n)
        const paid = callOptions(fork, messageOn(fork, { gasPrice: 5_000n })).environment
        expect(paid.baseFeePerGas).toBe(baseFeePerGas)
      })
    }
  })
})
