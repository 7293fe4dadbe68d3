import { describe, expect, it } from 'vitest'
import { holder, startLiveNode } from '../../support/liveChain.ts'
import { client, twoSteps, word } from '../methods/client.ts'

const method = 'debug_traceCall'
const first = `0x${'c0'.repeat(20)}`
const second = `0x${'b0'.repeat(20)}`

/** Writes 0xff to the memory, sends it to the other contract with three wei, and stores what comes of it. */
const calling = `0x60ff60005360006000600160006003${`73${second.slice(2)}`}61fffff160015500`

/** Reverts with the text "no". */
const reverting = `0x7f08c379a0${'00'.repeat(28)}600052602060045260026024527f6e6f${'00'.repeat(30)}60445260646000fd`

const stateOverrides = {
  [first]: { code: calling, balance: '0x10', nonce: '0x7' },
  [second]: { code: reverting },
}

/** A script's object with what each test is about; `result` is an expression. */
function script(members: string, result = 'this.seen'): string {
  return `{seen: [], fault: function() {}, ${members} result: function(ctx, db) { return ${result} }}`
}

async function traced(tracer: string, options: object = {}, overrides: object = stateOverrides) {
  await using devnet = await client()
  const request = { to: first, gas: '0x30d40', data: '0x1234', value: '0x0' }
  const choice = { tracer, stateOverrides: overrides, ...options }
  return devnet.ask(method, request, 'latest', choice)
}

async function failed(tracer: string, options: object = {}) {
  await using devnet = await client()
  return devnet.refusal(method, { to: first }, 'latest', { tracer, stateOverrides, ...options })
}

describe('a tracer in JavaScript', () => {
  it('is called for each instruction, with all that geth tells of it', async () => {
    const step = `step: function(log) {
      if (log.getDepth() > 1) return
      var top = log.stack.length() > 0 ? log.stack.peek(0).toString(16) : ''
      this.seen.push([log.op.toString(), log.op.toNumber(), log.op.isPush(), log.getPC(), log.getCost(), top,
        log.memory.length(), log.getRefund(), log.getError()])
    },`
    const seen = await traced(script(step))
    expect(seen.slice(0, 4)).toEqual([
      ['PUSH1', 0x60, true, 0, 3, '', 0, 0, null],
      ['PUSH1', 0x60, true, 2, 3, 'ff', 0, 0, null],
      ['MSTORE8', 0x53, false, 4, 6, '0', 0, 0, null],
      ['PUSH1', 0x60, true, 5, 3, '', 32, 0, null],
    ])
    expect(seen.at(-1)[0]).toBe('STOP')
  })

  it('lists the slots that were written, as the documents have it', async () => {
    const step =
      "step: function(log, db) { if (log.op.toString() === 'SSTORE') this.seen.push(log.stack.peek(0).toString(16)) },"
    expect(await traced(script(step))).toEqual(['1'])
  })

  it('looks at memory, stack and contract of an instruction', async () => {
    const step = `step: function(log) {
      if (log.op.toString() !== 'CALL') return
      this.seen.push(toHex(log.memory.slice(0, 2)), log.memory.getUint(0).toString(16).length,
        log.stack.peek(2), toHex(log.stack.length() > 6 ? toAddress(toHex(toWord(log.stack.peek(1).toString(16)))) : []),
        toHex(log.contract.getAddress()), toHex(log.contract.getCaller()), log.contract.getValue(),
        toHex(log.contract.getInput()))
    },`
    expect(await traced(script(step))).toEqual([
      '0xff00',
      64,
      '3',
      second,
      first,
      `0x${'0'.repeat(40)}`,
      '0',
      '0x1234',
    ])
  })

  it('is called for frames, and for instructions that fail', async () => {
    const members = `enter: function(frame) {
      this.seen.push([frame.getType(), toHex(frame.getFrom()), toHex(frame.getTo()), toHex(frame.getInput()),
        frame.getGas(), frame.getValue()])
    },
    exit: function(end) { this.seen.push([end.getGasUsed(), toHex(end.getOutput()).slice(0, 10), end.getError()]) },`
    const seen = await traced(
      `{seen: [], ${members} fault: function(log) { this.seen.push([log.op.toString(), log.getError()]) },
        result: function() { return this.seen }}`,
    )
    expect(seen).toEqual([
      ['CALL', first, second, '0xff', 0xffff + 2300, '3'],
      ['REVERT', 'execution reverted'],
      [54, '0x08c379a0', 'execution reverted'],
    ])
  })

  it('receives with an instruction the reason why it cannot begin', async () => {
    const step = 'step: function(log) { this.seen.push([log.op.toString(), log.getError()]) },'
    expect(await traced(script(step), {}, { [first]: { code: '0x6001015b00' } })).toEqual([
      ['PUSH1', null],
      ['ADD', 'stack underflow (1 <=> 2)'],
    ])
  })

  it('reads the state as it is at the moment, and once more at the end', async () => {
    const step = `step: function(log, db) {
      if (log.op.toString() !== 'SSTORE' && log.op.toString() !== 'STOP') return
      this.seen.push(toHex(db.getState(log.contract.getAddress(), toWord('0x01'))).slice(-2))
    },`
    const result = `[this.seen, db.getBalance(ctx.to), db.getNonce(ctx.to), toHex(db.getCode(ctx.to)),
      db.exists(ctx.to), db.exists(toAddress('0x1234'))]`
    const code = '0x600560015500'
    const overrides = { [first]: { code, balance: '0x10', nonce: '0x7' } }
    expect(await traced(script(step, result), {}, overrides)).toEqual([
      ['00', '05'],
      '16',
      7,
      code,
      true,
      false,
    ])
  })

  it('fetches on a fork what only the script reads of the live chain', async () => {
    await using live = await startLiveNode()
    const step = `step: function(log, db) {
      if (this.seen.length > 0) return
      this.seen.push(db.getBalance(toAddress('${holder}')).toString())
      this.seen.push(toHex(db.getState(toAddress('${live.token}'), toWord('0x02'))))
      this.seen.push(toHex(db.getCode(toAddress('${live.token}'))))
    },`
    const result = `[this.seen, db.getNonce(toAddress('${live.devnet.accounts[0]?.address}'))]`
    const seen = [
      await live.request({ method: 'eth_getBalance', params: [holder, 'latest'] }),
      await live.request({ method: 'eth_getStorageAt', params: [live.token, '0x2', 'latest'] }),
      await live.request({ method: 'eth_getCode', params: [live.token, 'latest'] }),
    ]
    await using devnet = await client({ mining: 'auto', fork: { url: live.url } })
    await devnet.ask('anvil_setCode', first, '0x6001600255')
    const request = { from: devnet.accounts[1]?.address, to: first, gas: '0x30d40' }
    const choice = { tracer: script(step, result) }
    const expected = [[String(BigInt(seen[0] as string)), ...seen.slice(1)], 3]
    expect(await devnet.ask(method, request, 'latest', choice)).toEqual(expected)
    await using other = await client({ mining: 'auto', fork: { url: live.url } })
    await other.ask('anvil_setCode', first, '0x6001600255')
    const hash = await other.ask('eth_sendTransaction', request)
    expect(await other.ask('debug_traceTransaction', hash, choice)).toEqual(expected)
  })

  it('has the globals of geth', async () => {
    const result = `[toHex([1, 255]), toHex(toWord('0xabc')), toHex(toAddress('0x01')),
      toHex(toContract('0x6ac7ea33f8831ea9dcc53393aaa88b25a785dbf0', 1)), toHex(toContract2('0x${'00'.repeat(20)}', '0x00', '0x00')),
      isPrecompiled(toAddress('0x02')), isPrecompiled(toAddress('0x99')), toHex(slice([1, 2, 3], 1, 3)),
      bigInt('123456789012345678901234567890').multiply(10)]`
    expect(await traced(script('', result))).toEqual([
      '0x01ff',
      word(0xabc),
      `0x${'1'.padStart(40, '0')}`,
      '0x343c43a37d37dff08ae8c4a11544c718abb4fcf8',
      // EIP-1014's first example.
      '0x4d1a2e2bb4f88f0250f26ffff098b0b30b26bf38',
      true,
      false,
      '0x0203',
      '1234567890123456789012345678900',
    ])
  })

  it('gets its configuration, and the transaction with its place', async () => {
    await using devnet = await client()
    await twoSteps(devnet)
    const block = await devnet.ask('eth_getBlockByNumber', '0x1', false)
    const tracer = `{setup: function(config) { this.config = config }, fault: function() {},
      result: function(ctx) { return [this.config, ctx.type, toHex(ctx.from), toHex(ctx.to), toHex(ctx.input),
        ctx.gas, ctx.gasUsed, ctx.gasPrice, ctx.value, ctx.block, toHex(ctx.output), ctx.error, ctx.intrinsicGas,
        toHex(ctx.blockHash), ctx.txIndex, toHex(ctx.txHash), ctx.time] }}`
    const options = { tracer, tracerConfig: { deep: [1] } }
    const hash = block.transactions.at(-1)
    const transaction = await devnet.ask('eth_getTransactionByHash', hash)
    const { gasUsed } = await devnet.ask('eth_getTransactionReceipt', hash)
    const received = await devnet.ask('debug_traceTransaction', hash, options)
    expect(received).toEqual([
      '{"deep":[1]}',
      'CALL',
      transaction.from,
      transaction.to,
      transaction.input,
      Number(transaction.gas),
      Number(gasUsed),
      String(Number(transaction.gasPrice)),
      String(Number(transaction.value)),
      1,
      received[10],
      null,
      received[12],
      block.hash,
      block.transactions.length - 1,
      hash,
      String(Number(block.timestamp)),
    ])
    expect(received[12]).toBeGreaterThan(20_999)
    const all = await devnet.ask('debug_traceBlockByNumber', '0x1', options)
    expect(all.at(-1)).toEqual({ txHash: hash, result: received })
    expect(await devnet.ask('debug_traceBlockByHash', block.hash, options)).toEqual(all)
  })

  it('says of a block which transactions it failed for', async () => {
    await using devnet = await client()
    await twoSteps(devnet)
    const tracer = `{fault: function() {}, result: function(ctx) { if (ctx.txIndex === 1) throw 'mine'; return ctx.txIndex }}`
    const traces = await devnet.ask('debug_traceBlockByNumber', '0x1', { tracer })
    expect(traces).toMatchObject([
      { result: 0 },
      { error: "mine    in server-side tracer function 'result'" },
      { result: 2 },
    ])
  })

  it('stands beside other tracers', async () => {
    const counting = script('step: function() { this.seen.push(1) },', 'this.seen.length')
    const tracerConfig = { callTracer: {}, [counting]: {} }
    const { structLogs } = await traced('')
    expect(await traced('muxTracer', { tracerConfig })).toMatchObject({
      callTracer: { type: 'CALL' },
      [counting]: structLogs.length,
    })
  })

  it.each([
    ['{fault: function() {}}', 'trace object must expose a function result()'],
    ['{result: function() {}}', 'trace object must expose a function fault()'],
    [
      script('enter: function() {},'),
      'trace object must expose either both or none of enter() and exit()',
    ],
    ['{step: function() { here is no script }}', /^SyntaxError: .* at <eval>:1:/],
    [script('setup: function() { none.of() },'), /^ReferenceError: .*none.* at setup \(<eval>:1:/],
    [
      script('step: function(log) { log.stack.peek(0) },'),
      /^tracer accessed out of bound stack: size 0, index 0 at step \(<eval>:1:\d+\) {4}in server-side tracer function 'step'$/,
    ],
    [
      script('step: function(log) { try { log.memory.getUint(-64) } catch (caught) {} },'),
      /^tracer accessed out of bound memory: available 0, offset -64, size 32 at /,
    ],
    [script('', 'toHex("0x12")'), /^invalid buffer type at result /],
    [
      script('', '(function again() { return again() + 1 })()'),
      /^InternalError: stack overflow .*in server-side tracer function 'result'$/,
    ],
    [script('', 'require("fs")'), /^ReferenceError: .*require.* in server-side tracer function/],
  ])('fails as geth says it: %s', async (tracer, message) => {
    const refusal = await failed(tracer)
    expect(refusal.code).toBe(-32_000)
    if (typeof message === 'string') expect(refusal.message).toContain(message)
    else expect(refusal.message).toMatch(message)
  })

  it('does not run for ever', async () => {
    const { code, message } = await failed(script('', '(function() { for (;;) {} })()'))
    expect([code, message.slice(0, 18)]).toEqual([-32_000, 'execution timeout:'])
  })
})
