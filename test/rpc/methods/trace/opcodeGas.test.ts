import { describe, expect, it } from 'vitest'
import { account, client, twoSteps, zeroHash } from '../client.ts'

const method = 'trace_transactionOpcodeGas'

interface Row {
  readonly opcode: string
  readonly count: number
  readonly gasUsed: number
}

/** Calls the identity precompile with 1 wei and 5000 gas, then one that has no code with half of 20000 gas. */
const caller = `0x${['5f5f5f5f6001', '6004', '611388', 'f1', '5f5f5f5f', '61beef', '612710', 'f4', '00'].join('')}`

describe(method, () => {
  it('adds up to the gas of a transaction, and counts what struct logs tell', async () => {
    await using devnet = await client()
    const { hash } = await twoSteps(devnet)
    const { transactions } = await devnet.ask('eth_getBlockByHash', hash, false)
    for (const one of transactions) {
      const { transactionHash, opcodeGas } = await devnet.ask(method, one)
      expect(transactionHash).toBe(one)
      const { structLogs } = await devnet.ask('debug_traceTransaction', one)
      const expected = new Map<string, Row>()
      for (const { op, gasCost } of structLogs) {
        const { count, gasUsed } = expected.get(op) ?? { count: 0, gasUsed: 0 }
        expected.set(op, { opcode: op, count: count + 1, gasUsed: gasUsed + gasCost })
      }
      const byName = (rows: readonly Row[]) =>
        [...rows].sort((a, b) => a.opcode.localeCompare(b.opcode))
      expect(byName(opcodeGas)).toEqual(byName([...expected.values()]))
    }
  })

  it('leaves out what calls pass on', async () => {
    await using devnet = await client()
    const to = account(devnet, 5)
    await devnet.ask('anvil_setCode', to, caller)
    const sent = await devnet.send({ to, value: '0x1', gas: '0x30d40' })
    await devnet.seal()
    const { opcodeGas } = await devnet.ask(method, sent)
    const of = (name: string) => opcodeGas.find(({ opcode }: Row) => opcode === name)
    // 9000 for the value, 25000 for a new account and 100 for a warm one; 2600 for a cold one.
    expect(of('CALL')).toEqual({ opcode: 'CALL', count: 1, gasUsed: 34_100 })
    expect(of('DELEGATECALL')).toEqual({ opcode: 'DELEGATECALL', count: 1, gasUsed: 2600 })
    expect(opcodeGas[0].opcode).toBe('CALL')
  })

  it('has what was left for an instruction that lacked gas', async () => {
    await using devnet = await client()
    const to = account(devnet, 5)
    await devnet.ask('anvil_setCode', to, '0x60015f55')
    const sent = await devnet.send({ to, gas: '0x5dc0' })
    await devnet.seal()
    const { opcodeGas } = await devnet.ask(method, sent)
    expect(opcodeGas[0]).toEqual({ opcode: 'SSTORE', count: 1, gasUsed: 24_000 - 21_000 - 3 - 2 })
  })

  it('is null for what has not run', async () => {
    await using devnet = await client()
    const pooled = await devnet.send({ to: account(devnet, 1) })
    expect(await devnet.ask(method, pooled)).toBeNull()
    expect(await devnet.ask(method, zeroHash)).toBeNull()
  })
})

describe('trace_blockOpcodeGas', () => {
  it('has the list of each transaction, at pending of those pre-confirmed', async () => {
    await using devnet = await client()
    const { hash } = await twoSteps(devnet)
    const { transactions } = await devnet.ask('eth_getBlockByHash', hash, false)
    const each = await Promise.all(transactions.map((one: string) => devnet.ask(method, one)))
    for (const block of [hash, '0x1', 1, 'latest']) {
      expect(await devnet.ask('trace_blockOpcodeGas', block)).toEqual({
        blockHash: hash,
        blockNumber: 1,
        transactions: each,
      })
    }
    const pending = await devnet.ask('trace_blockOpcodeGas', 'pending')
    expect(pending).toMatchObject({ blockHash: null, blockNumber: 2 })
    expect(pending.transactions).toHaveLength(2)
    expect((await devnet.ask('trace_blockOpcodeGas', '0x0')).transactions).toEqual([])
    expect(await devnet.ask('trace_blockOpcodeGas', '0x9')).toBeNull()
  })
})
