import { Address } from '@ethereumjs/util'
import { describe, expect, it } from 'vitest'
import { opcodeName, opcodeOf } from '../../src/ethereumjs/opcodes.ts'
import { environmentOf, evmBlock } from '../../src/execution/blockEnvironment.ts'
import { addressOf, createEngine, funded, onMachine } from '../execution/engine.ts'

const all = Array.from({ length: 256 }, (_, opcode) => opcode)

describe('opcodeName', () => {
  it('names the opcodes of the newest fork as EthereumJS does, but for what geth has kept', async () => {
    const engine = await createEngine()
    const names = await onMachine(engine, async ({ evm }) =>
      [...evm.opcodes].map(([code, { fullName }]) => [code, fullName] as const),
    )
    const ours = names.map(([code]) => [code, opcodeName(code)] as const)
    expect(ours).toEqual(
      names.map(([code, name]) => [code, name === 'PREVRANDAO' ? 'DIFFICULTY' : name] as const),
    )
  })

  it('says of others that they are not defined', () => {
    expect(opcodeName(0x0c)).toBe('opcode 0xc not defined')
    expect(opcodeName(0xe0)).toBe('opcode 0xe0 not defined')
  })
})

describe('opcodeOf', () => {
  it('knows no opcode that no fork has', async () => {
    const engine = await createEngine()
    const known = await onMachine(engine, async ({ evm }) => [...evm.opcodes.keys()])
    const ours = all.filter((opcode) => opcodeOf(opcode) !== undefined)
    expect(ours).toEqual(known.sort((left, right) => left - right))
  })

  it('knows how many stack items each needs: one less is too few, as many are enough', async () => {
    const engine = await createEngine({ accounts: [funded(1)] })
    const to = new Address(addressOf(1))
    const block = evmBlock(environmentOf(engine.context.header))
    await onMachine(engine, async ({ evm }) => {
      const hasTooFew = async (opcode: number, items: number): Promise<boolean> => {
        const code = Uint8Array.from([...Array<number>(items).fill(0x5f), opcode])
        const { execResult } = await evm.runCall({ to, code, block, gasLimit: 1_000_000n })
        return execResult.exceptionError?.error === 'stack underflow'
      }
      for (const opcode of all) {
        const takes = opcodeOf(opcode)?.takes ?? 0
        const name = opcodeName(opcode)
        expect([name, await hasTooFew(opcode, takes)]).toEqual([name, false])
        if (takes > 0) expect([name, await hasTooFew(opcode, takes - 1)]).toEqual([name, true])
      }
    })
  })
})
