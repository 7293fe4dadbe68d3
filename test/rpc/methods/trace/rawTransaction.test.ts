import { describe, expect, it } from 'vitest'
import { account, client } from '../client.ts'
import { signedTransfer } from '../signing.ts'

const method = 'trace_rawTransaction'

describe(method, () => {
  it('tells what a signed transaction would do, as it does when it is sent', async () => {
    await using devnet = await client()
    const raw = await signedTransfer(devnet)
    const types = ['trace', 'stateDiff']
    const { trace } = await devnet.ask(method, raw, types)
    expect(await devnet.ask('txpool_status')).toEqual({ pending: '0x0', queued: '0x0' })
    const hash = await devnet.ask('eth_sendRawTransaction', raw)
    await devnet.seal()
    const replayed = await devnet.ask('trace_replayTransaction', hash, types)
    expect(trace).toEqual(replayed.trace)
    expect(trace[0].action.from).toBe(account(devnet, 0))
  })

  it('refuses one that cannot run, and bytes that are none', async () => {
    await using devnet = await client()
    const early = await signedTransfer(devnet, { nonce: 41 })
    const { code, message } = await devnet.refusal(method, early, ['trace'])
    expect(code).toBe(-32000)
    expect(message).toMatch(/^tracing failed: .*nonce/)
    expect(await devnet.refusal(method, '0x02ff', [])).toMatchObject({ code: -32602 })
  })
})
